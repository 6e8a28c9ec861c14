import { EmptyState } from '#components/ui/empty-state.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { count } from '#lib/format/count.ts';
import { duration } from '#lib/format/duration.ts';
import { money } from '#lib/format/money.ts';
import { percent } from '#lib/format/percent.ts';
import type { AgentRow } from './types.ts';

const projectColumn: Column<AgentRow> = { key: 'project', title: 'Project', cell: ({ project }) => project };

const columns: readonly Column<AgentRow>[] = [
  {
    key: 'agent',
    title: 'Agent',
    keep: true,
    grow: true,
    cell: ({ agent, strategy }) => (
      <>
        {agent || 'unknown'}
        {strategy !== agent && strategy !== '' && <span className="text-ink-muted"> by strategy {strategy}</span>}
      </>
    ),
  },
  { key: 'runs', title: 'Runs', align: 'end', cell: ({ runs }) => count(runs) },
  { key: 'patches', title: 'Patches tried', align: 'end', cell: ({ patches }) => count(patches) },
  {
    key: 'helped',
    title: 'Helped',
    align: 'end',
    keep: true,
    cell: ({ helped, patches }) => `${count(helped)} (${percent(helped / Math.max(1, patches))})`,
  },
  { key: 'gain', title: 'Tests gained', align: 'end', keep: true, cell: ({ gain }) => count(gain) },
  { key: 'tokens', title: 'Tokens', align: 'end', cell: ({ tokens }) => (tokens === null ? 'unknown' : count(tokens)) },
  {
    key: 'money',
    title: 'Cost',
    align: 'end',
    cell: ({ money: amount }) => (amount === null ? 'unknown' : money(amount)),
  },
  {
    key: 'time',
    title: 'Time',
    align: 'end',
    cell: ({ durationMs }) => (durationMs === null ? 'unknown' : duration(durationMs)),
  },
];

/** Agents and strategies compared by what their patches did: in each project, or in the one that the page is about. */
export function AgentTable({ rows, isOfOne = false }: { rows: readonly AgentRow[]; isOfOne?: boolean }) {
  return (
    <Table
      label="Agents and strategies compared"
      columns={isOfOne ? columns : [...columns.slice(0, 1), projectColumn, ...columns.slice(1)]}
      rows={rows}
      rowKey={({ project, strategy, agent }) => `${project} ${strategy} ${agent}`}
      empty={<EmptyState title="Nothing to compare">Agents are compared once a run with patches has ended.</EmptyState>}
    />
  );
}
