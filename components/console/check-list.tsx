import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';

export type CheckStep = { name: string; ok: boolean | null; reason: string };
export type BoardCheck = {
  id: string;
  askedBy: string;
  at: number;
  ok: boolean;
  reason: string;
  steps: readonly CheckStep[];
};

/** The latest checks of a board, each with its steps. */
export function CheckList({ checks }: { checks: readonly BoardCheck[] }) {
  if (checks.length === 0) return <p className="text-ink-muted text-sm">This board has not been checked yet.</p>;
  return (
    <ul className="divide-y divide-line border-line border-y text-sm">
      {checks.map(({ id, ok, reason, at, askedBy, steps }) => (
        <li key={id} className="py-1.5">
          <details>
            <summary className="flex cursor-pointer flex-wrap items-center gap-x-3">
              <ToneMark tone={toneOf(ok)}>{ok ? 'passed' : 'failed'}</ToneMark>
              <RelativeTime at={at} />
              <span className="text-ink-muted">{askedBy}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">{reason}</span>
            </summary>
            <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 py-2 pl-4">
              {steps.map((step) => (
                <div key={step.name} className="contents">
                  <dt>
                    <ToneMark tone={toneOf(step.ok)}>{step.name}</ToneMark>
                  </dt>
                  <dd className="text-ink-muted wrap-anywhere">{step.reason}</dd>
                </div>
              ))}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  );
}

function toneOf(ok: boolean | null): Tone {
  if (ok === null) return 'idle';
  return ok ? 'good' : 'bad';
}
