import { memo } from 'react';
import { cx } from '#components/ui/cx.ts';
import { tones } from '#components/ui/tone.ts';
import { duration } from '#lib/format/duration.ts';
import type { MachineNode, MachineView } from './types.ts';

export type MachineListProps = { view: MachineView; selected: string | null; onSelect: (state: string) => void };

/** The machine as a list: the states of the path with visits and time, then those not reached. */
export function MachineList({ view, selected, onSelect }: MachineListProps) {
  const reached = view.nodes.filter((node) => node.visits > 0);
  const others = view.nodes.filter((node) => node.visits === 0);
  return (
    <div className="flex flex-col gap-2">
      <ol aria-label="States of the run" className="flex flex-col border-line border-y">
        {reached.map((node) => (
          <li key={node.id} className="border-line border-b last:border-b-0">
            <StateRow node={node} selected={node.id === selected} onSelect={onSelect} />
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <p className="tabular wrap-anywhere text-ink-muted text-xs">
          <span className="font-sans">not reached: </span>
          {others.map((node) => node.label).join(' · ')}
        </p>
      )}
    </div>
  );
}

type StateRowProps = { node: MachineNode; selected: boolean; onSelect: (state: string) => void };

const StateRow = memo(function StateRow({ node, selected, onSelect }: StateRowProps) {
  const { icon: Icon, ink, soft } = tones[node.tone];
  const inside = node.substates.find((substate) => substate.current);
  return (
    <button
      type="button"
      aria-pressed={selected}
      aria-current={node.current ? 'step' : undefined}
      onClick={() => onSelect(node.id)}
      className={cx(
        'flex min-h-9 w-full items-center gap-2 px-2 py-1 text-left text-sm -outline-offset-2 aria-pressed:bg-pressed',
        node.current && soft,
      )}
    >
      <Icon aria-hidden className={cx('size-3.5 shrink-0', node.current ? ink : 'invisible')} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className={cx('tabular truncate', node.current && 'font-semibold')}>{node.label}</span>
        {inside && <span className="tabular truncate text-ink-muted text-xs">{inside.label}</span>}
      </span>
      <span className="tabular text-ink-muted text-xs">{node.visits}×</span>
      <span className="tabular w-24 text-right text-ink-muted text-xs">{duration(node.time)}</span>
    </button>
  );
});
