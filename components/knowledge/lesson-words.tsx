import { SafeText } from '#components/ui/safe-text.tsx';

interface LessonWordsProps {
  readonly summary: string;
  readonly hypothesis: string;
  readonly outcome: string;
}

/** What was tried, what was thought where that says more, and what came of it, a line each. */
export function LessonWords({ summary, hypothesis, outcome }: LessonWordsProps) {
  return (
    <>
      {summary !== '' && (
        <p>
          <SafeText text={summary} limit={400} />
        </p>
      )}
      {hypothesis !== '' && hypothesis !== summary && (
        <p className="text-ink-muted">
          <SafeText text={`thought: ${hypothesis}`} limit={300} />
        </p>
      )}
      <p className={summary === '' ? undefined : 'text-ink-muted'}>
        <SafeText text={outcome} limit={400} />
      </p>
    </>
  );
}
