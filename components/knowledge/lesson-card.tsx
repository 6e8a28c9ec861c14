import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { costWords } from './cost-words.ts';
import { LessonWords } from './lesson-words.tsx';
import type { Lesson } from './types.ts';

/** One lesson: what failed, what was thought and tried, and what came of it. */
export function LessonCard({ lesson }: { lesson: Lesson }) {
  const { run, project, kind, iteration, failure, hypothesis, summary, diff, outcome, helped, at } = lesson;
  return (
    <article className="flex min-w-0 flex-col gap-1.5 border-line border-b py-3 text-sm last:border-b-0">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ToneMark tone={helped ? 'good' : 'idle'}>
          {kind === 'ending' ? 'ending' : helped ? 'helped' : 'did not help'}
        </ToneMark>
        <Link href={kind === 'iteration' ? `/runs/${run}?tab=iteration&iteration=${iteration}` : `/runs/${run}`}>
          {project} #{run}
          {kind === 'iteration' && `, iteration ${iteration}`}
        </Link>
        <span className="text-ink-muted">{[lesson.agent, costWords(lesson)].filter(Boolean).join(' · ')}</span>
        <span className="ml-auto text-ink-muted">
          <RelativeTime at={at} />
        </span>
      </header>
      <LessonWords summary={summary} hypothesis={hypothesis} outcome={outcome} />
      <details className="min-w-0">
        <summary className="cursor-pointer text-ink-muted">
          {diff === '' ? 'What failed' : 'What failed, and the patch'}
        </summary>
        <pre className="mt-1 whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-xs">
          <SafeText
            text={[failure === '' ? 'no failing test was known' : failure, diff].filter(Boolean).join('\n\n')}
            limit={4_000}
          />
        </pre>
      </details>
    </article>
  );
}
