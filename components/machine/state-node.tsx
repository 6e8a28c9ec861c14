import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { cx } from '#components/ui/cx.ts';
import { tones } from '#components/ui/tone.ts';
import { duration } from '#lib/format/duration.ts';
import type { MachineNode } from './types.ts';

export type FlowNode = Node<{ node: MachineNode; selected: boolean; onSelect: () => void }, 'state'>;

/** A state in the drawing. Only the current one is lit; states never reached stand back. */
export function StateNode({ data: { node, selected, onSelect } }: NodeProps<FlowNode>) {
  const { icon: Icon, ink, soft, line } = tones[node.tone];
  const lit = node.current || (node.final && node.visits > 0);
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      aria-current={node.current ? 'step' : undefined}
      title={node.substates.map(({ label, visits }) => `${label} ${visits}×`).join('\n') || undefined}
      className={cx(
        'nopan pointer-events-auto flex h-full w-full flex-col justify-center overflow-hidden rounded-md border bg-surface px-2 text-left hover:bg-sunken',
        node.visits > 0 ? 'border-line-strong text-ink' : 'border-line text-ink-faint',
        node.final && 'rounded-2xl',
        lit && ['border-2', soft, line],
        selected && 'outline-2 outline-focus outline-offset-1',
      )}
    >
      <span className="flex min-w-0 items-center gap-1.5 leading-4">
        {lit && <Icon aria-hidden className={cx('size-3.5 shrink-0', ink)} />}
        <span className={cx('tabular truncate text-sm leading-4', lit && 'font-bold')}>{node.label}</span>
      </span>
      <Facts node={node} ink={ink} />
      <Handle type="target" position={Position.Top} className="invisible" />
      <Handle type="source" position={Position.Bottom} className="invisible" />
    </button>
  );
}

/** Visits and time; in the current state also where inside it the run is. */
function Facts({ node, ink }: { node: MachineNode; ink: string }) {
  if (node.visits === 0) return null;
  const inside = node.substates.find((substate) => substate.current);
  return (
    <span className="tabular truncate text-ink-muted text-xs leading-4">
      {inside && <span className={cx('font-bold', ink)}>{inside.label} </span>}
      {node.visits}×{!inside && ` · ${duration(node.time)}`}
    </span>
  );
}
