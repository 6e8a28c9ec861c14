import { Link } from '#components/ui/link.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { percent } from '#lib/format/percent.ts';
import type { SimilarRun } from './types.ts';

export type SimilarRunsProps = { runs: readonly SimilarRun[] };

const tones: Readonly<Record<string, Tone>> = { SUCCESS: 'good', SUCCESS_WITH_WARNING: 'attention', FAILURE: 'bad' };

/** Ended runs that were stuck on much the same tests, and what ended them. */
export function SimilarRuns({ runs }: SimilarRunsProps) {
  if (runs.length === 0)
    return <p className="text-ink-muted text-sm">No ended run of this project was stuck on these tests.</p>;
  return (
    <ul className="flex flex-col border-line border-y">
      {runs.map((run) => (
        <li key={run.number} className="flex flex-col gap-1 border-line border-b px-2 py-2 text-sm last:border-b-0">
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Link href={run.href} className="tabular">
              #{run.number}
            </Link>
            <ToneMark tone={tones[run.outcome] ?? 'idle'} mono>
              {run.outcome}
            </ToneMark>
            <span className="text-ink-muted">
              {`${percent(run.likeness.tests)} of the failing tests in common in iteration ${run.iteration}, ${percent(run.likeness.messages)} with the same message`}
            </span>
          </span>
          {run.verdicts.map((verdict) => (
            <span key={`${verdict.event} ${verdict.by} ${verdict.reason}`}>
              <SafeText
                text={`${verdict.by}: ${verdictName(verdict.event)}${verdict.reason === '' ? '' : ` – ${verdict.reason}`}`}
                limit={240}
              />
            </span>
          ))}
          <span className="text-ink-muted">
            <SafeText text={run.reason} limit={240} />
          </span>
          {run.patchHref !== null && (
            <Link href={run.patchHref} className="w-fit">
              its best patch
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function verdictName(event: string): string {
  return event.replace(/^(review|engine|control)\./, '').replaceAll('-', ' ');
}
