export type Statistics = {
  worked: number;
  failed: number;
  flashed: number;
  flashFailed: number;
  checksPassed: number;
  checksFailed: number;
  reasons: readonly { reason: string; times: number }[];
};

/** How often a board did its part, and what it failed of. */
export function Reliability({ statistics }: { statistics: Statistics }) {
  const { worked, failed, flashed, flashFailed, checksPassed, checksFailed, reasons } = statistics;
  const facts = [
    ['Test runs that it served', worked],
    ['Infrastructure failures', failed],
    ['Flashed', flashed],
    ['Flashing failed', flashFailed],
    ['Checks passed', checksPassed],
    ['Checks failed', checksFailed],
  ] as const;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {facts.map(([name, number]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="tabular text-right font-mono">{number}</dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && (
        <ul className="border-line border-t pt-2 text-ink-muted">
          {reasons.map(({ reason, times }) => (
            <li key={reason} className="wrap-anywhere">
              {times}× {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
