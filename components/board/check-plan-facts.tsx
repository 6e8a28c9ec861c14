import type { ReactNode } from 'react';
import { pauseWords } from '#lib/boards/health/pause-words.ts';
import type { CheckPlan } from '#lib/boards/health/plan.ts';
import { duration } from '#lib/format/duration.ts';

/** How boards of a type are checked, in a line each. */
export function CheckPlanFacts({ plan }: { plan: CheckPlan }) {
  const { everyMinutes, beforeWork, failuresUntilSuspect, heartbeat, golden, withinSeconds } = plan;
  const within = duration(withinSeconds * 1_000);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['By itself', everyMinutes === null ? 'never' : `${pauseWords(everyMinutes)}, while nobody has it`],
    ['Before work', beforeWork ? beforeWorkWords(everyMinutes) : 'never'],
    ['In doubt', `after ${failuresUntilSuspect} infrastructure failures in a row`],
    ['Heartbeat', heartbeat === null ? 'none' : <Line key="heartbeat" expression={heartbeat} after={within} />],
    [
      'Golden image',
      golden === null ? (
        'none'
      ) : (
        <span key="golden">
          <span className="tabular">{golden.name}</span>, <Line expression={golden.expects} after={within} />
        </span>
      ),
    ],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([term, fact]) => (
        <div key={term} className="contents">
          <dt className="text-ink-muted">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

function beforeWorkWords(everyMinutes: number | null): string {
  return everyMinutes === null ? 'when it was never checked' : 'when it is due';
}

function Line({ expression, after }: { expression: string; after: string }) {
  return (
    <>
      a line like <code className="tabular">{expression}</code> within {after}
    </>
  );
}
