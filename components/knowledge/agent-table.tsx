import { EmptyState } from '#components/ui/empty-state.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { count } from '#lib/format/count.ts';
import { duration } from '#lib/format/duration.ts';
import { money } from '#lib/format/money.ts';
import { percent } from '#lib/format/percent.ts';
import type { AgentRow } from './types.ts';

const columns: readonly Column<AgentRow>[] = [
  {
    key: 'agent',
    title: 'Agent',
    keep: true,
    grow: true,
    cell: ({ agent, strategy }) =>
      `${agent || 'unknown'}${strategy === agent || strategy === '' ? '' : ` in ${strategy}`}`,
  },
  { key: 'project', title: 'Project', cell: ({ project }) => project },
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

/** Agents compared by what their patches did in each project. */
export function AgentTable({ rows }: { rows: readonly AgentRow[] }) {
  return (
    <Table
      label="Agents compared"
      columns={columns}
      rows={rows}
      rowKey={({ project, strategy, agent }) => `${project} ${strategy} ${agent}`}
      empty={<EmptyState title="Nothing to compare">Agents are compared once a run with patches has ended.</EmptyState>}
    />
  );
}
