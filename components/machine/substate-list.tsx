import { cx } from '#components/ui/cx.ts';
import { duration } from '#lib/format/duration.ts';
import type { MachineNode } from './types.ts';

export type SubstateListProps = {
  /** The state that is open. */
  node: MachineNode | undefined;
  selected: string | null;
  onSelect: (state: string) => void;
};

/** The parts of a state in the machine's order, with visits and time; room is kept so that nothing moves when another opens. */
export function SubstateList({ node, selected, onSelect }: SubstateListProps) {
  const parts = node?.substates ?? [];
  return (
    <section aria-label={`Parts of ${node?.label ?? 'the state'}`} className="min-h-12 text-xs">
      <p className="tabular pb-1 text-ink-muted">{parts.length > 0 && node?.label}</p>
      <ul className="flex flex-wrap gap-1">
        {parts.map((part) => (
          <li key={part.id}>
            <button
              type="button"
              aria-pressed={part.id === selected}
              aria-current={part.current ? 'step' : undefined}
              onClick={() => onSelect(part.id)}
              className={cx(
                'tabular flex min-h-6 items-center gap-1.5 rounded-sm border px-1.5 hover:bg-sunken aria-pressed:outline-2 aria-pressed:outline-focus',
                part.visits > 0 || part.current ? 'border-line-strong' : 'text-ink-faint',
                part.current && 'bg-busy-soft font-semibold text-busy',
              )}
            >
              {part.label}
              {part.visits > 0 && (
                <span className="text-ink-muted">
                  {part.visits}× {duration(part.time)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
