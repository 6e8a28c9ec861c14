import { memo } from 'react';
import { cx } from '#components/ui/cx.ts';
import { tones } from '#components/ui/tone.ts';
import { duration } from '#lib/format/duration.ts';
import type { MachineNode } from './types.ts';

export type StateNodeProps = {
  node: MachineNode;
  selected: boolean;
  onSelect: (state: string) => void;
  /** The pointer or the focus came, or went and left nothing pointed at. */
  onPoint: (state: string | null) => void;
};

/** The state where the run is says more, and takes so much more room above and below. */
const growth = 5;

/** A state in the drawing. Only the current one is lit; states never reached stand back. Drawn again when it has changed. */
export const StateNode = memo(function StateNode({ node, selected, onSelect, onPoint }: StateNodeProps) {
  const { icon: Icon, ink, soft, line } = tones[node.tone];
  const lit = node.current || (node.final && node.visits > 0);
  const inside = node.substates.find((substate) => substate.current);
  const told = node.current && !node.final;
  const grown = told ? growth : 0;
  return (
    <foreignObject x={node.x} y={node.y - grown} width={node.width} height={node.height + 2 * grown} overflow="visible">
      <button
        type="button"
        aria-pressed={selected}
        aria-current={node.current ? 'step' : undefined}
        title={detailsOf(node)}
        onClick={() => onSelect(node.id)}
        onFocus={() => onPoint(node.id)}
        onBlur={() => onPoint(null)}
        onPointerEnter={() => onPoint(node.id)}
        onPointerLeave={() => onPoint(null)}
        className={cx(
          'flex size-full items-center gap-1.5 overflow-hidden rounded-sm border bg-surface px-1.5 text-left text-xs leading-[13px] hover:bg-sunken',
          node.visits > 0 || node.current ? 'border-line-strong text-ink' : 'border-line text-ink-faint',
          node.final && 'justify-center rounded-2xl',
          lit && [soft, line, 'border-[1.5px] outline-1 -outline-offset-2'],
          selected && 'outline-2 outline-focus outline-offset-1',
        )}
      >
        {lit && <Icon aria-hidden className={cx('size-3.5 shrink-0', ink)} />}
        <span className="tabular flex min-w-0 flex-1 flex-col">
          <span className={cx('truncate', lit && 'font-bold')}>{node.label}</span>
          {told && (
            <span className={cx('truncate font-medium', ink)}>
              {inside && `${inside.label} · `}
              {factsOf(node)}
            </span>
          )}
        </span>
        {!told && !node.final && node.visits > 0 && (
          <span className="tabular shrink-0 text-ink-muted">{factsOf(node)}</span>
        )}
      </button>
    </foreignObject>
  );
});

/** How often and how long. */
function factsOf({ visits, time }: MachineNode): string {
  return `${visits}× ${duration(time)}`;
}

function detailsOf(node: MachineNode): string {
  const visits = node.visits === 0 ? 'not reached' : factsOf(node);
  return [`${node.label}: ${visits}`, ...node.substates.map(({ label, visits: times }) => `${label} ${times}×`)].join(
    '\n',
  );
}
