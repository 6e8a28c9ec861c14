import type { ReactNode } from 'react';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { Check, Retry } from './types.ts';

export interface StandingStripProps {
  readonly turn: number;
  readonly retries: readonly Retry[];
  readonly checks: readonly Check[];
  readonly commit: string | null;
  readonly warnings: readonly string[];
}

const checkFaces = {
  passed: { tone: 'good', word: 'passed' },
  open: { tone: 'idle', word: 'open' },
  none: { tone: 'idle', word: 'no command' },
} as const satisfies Record<Check['state'], { tone: Tone; word: string }>;

/** How far the session is: its turn, what has passed since its last change, and how often it may still go back. */
export function StandingStrip({ turn, retries, checks, commit, warnings }: StandingStripProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <dl className="flex flex-wrap gap-x-6 gap-y-2 border-line border-y py-2 text-sm">
        <Fact name="turn">{turn}</Fact>
        {checks.map(({ name, state }) => (
          <Fact key={name} name={name}>
            <ToneMark tone={checkFaces[state].tone}>
              {name === 'commit' && state === 'passed' && commit !== null
                ? commit.slice(0, 12)
                : checkFaces[state].word}
            </ToneMark>
          </Fact>
        ))}
        {retries.map(({ of, used, most }) => (
          <Fact key={of} name={`${of} retries`}>
            <Pips used={used} most={most} />
          </Fact>
        ))}
      </dl>
      {warnings.length > 0 && (
        <ul className="flex flex-col gap-1">
          {warnings.map((warning) => (
            <li key={warning} className="text-sm">
              <ToneMark tone="attention" className="whitespace-normal">
                {warning}
              </ToneMark>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-ink-muted text-xs">{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}

/** One mark for each way back: filled when it was used. */
function Pips({ used, most }: { used: number; most: number }) {
  const left = Math.max(0, most - used);
  const ways = Array.from({ length: most }, (_, at) => ({ name: `way ${at + 1}`, isUsed: at < used }));
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className="inline-flex gap-0.5">
        {ways.map(({ name, isUsed }) => (
          <span
            key={name}
            className={`size-2 rounded-full border border-line-strong ${isUsed ? 'bg-ink-muted' : ''}`}
          />
        ))}
      </span>
      <span className={left === 0 ? 'text-attention' : ''}>{left} left</span>
    </span>
  );
}
