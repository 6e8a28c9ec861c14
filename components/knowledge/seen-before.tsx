import { Link } from '#components/ui/link.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { percent } from '#lib/format/percent.ts';
import { LessonWords } from './lesson-words.tsx';

/** What another run of the project has learned of a failure like this one. */
export type SeenLesson = {
  /** From 0 to 1. */
  similarity: number;
  run: number;
  iteration: number;
  failure: string;
  hypothesis: string;
  summary: string;
  outcome: string;
  helped: boolean;
  diff: string;
};

/** Failures of other runs that look like this one, also of later ones, and what was tried against them; agents are told of those that are known while they work. */
export function SeenBefore({ lessons }: { lessons: readonly SeenLesson[] }) {
  return (
    <ul className="flex min-w-0 flex-col border-line border-y text-sm">
      {lessons.map((lesson) => (
        <li
          key={`${lesson.run} ${lesson.iteration}`}
          className="flex min-w-0 flex-col gap-1 border-line border-b py-2 last:border-b-0"
        >
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <ToneMark tone={lesson.helped ? 'good' : 'idle'}>{lesson.helped ? 'helped' : 'did not help'}</ToneMark>
            <Link href={`/runs/${lesson.run}?tab=iteration&iteration=${lesson.iteration}`}>
              #{lesson.run}, iteration {lesson.iteration}
            </Link>
            <span className="text-ink-muted">{percent(lesson.similarity)} alike</span>
          </span>
          <LessonWords summary={lesson.summary} hypothesis={lesson.hypothesis} outcome={lesson.outcome} />
          <details className="min-w-0">
            <summary className="cursor-pointer text-ink-muted">What failed, and the patch</summary>
            <pre className="mt-1 whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-xs">
              <SafeText text={[lesson.failure, lesson.diff].filter(Boolean).join('\n\n')} limit={4_000} />
            </pre>
          </details>
        </li>
      ))}
    </ul>
  );
}
