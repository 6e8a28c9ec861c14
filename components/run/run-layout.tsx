import type { ReactNode } from 'react';

export type RunLayoutProps = {
  /** A stale banner or a notice; above everything. */
  notice?: ReactNode;
  header: ReactNode;
  /** How it ended, or what it asks a person. */
  report?: ReactNode;
  machine: ReactNode;
  /** How well it goes: only of a machine that measures. */
  chart?: ReactNode;
  heatMap?: ReactNode;
  strip?: ReactNode;
  tabs: ReactNode;
  timeTravel?: ReactNode;
};

/** The run's page: where, why, getting better, what can I do; the rest below. */
export function RunLayout({
  notice,
  header,
  report,
  machine,
  chart,
  heatMap,
  strip,
  tabs,
  timeTravel,
}: RunLayoutProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {notice}
      {header}
      {report}
      {chart === undefined ? (
        machine
      ) : (
        <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <div className="min-w-0 max-lg:order-last">{machine}</div>
          <div className="flex min-w-0 flex-col gap-4">
            {chart}
            {heatMap}
          </div>
        </div>
      )}
      {strip}
      {tabs}
      {timeTravel}
    </div>
  );
}
