import { ClippedText } from '#components/ui/clipped-text.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import type { Cost } from '#lib/cost/cost.ts';
import { count } from '#lib/format/count.ts';
import { moneyColumn, timeColumn, tokenColumns } from './cost-columns.tsx';

export type AgentCostRow = Cost & { agent: string };

export type AgentCostsProps = { rows: readonly AgentCostRow[] };

const columns: readonly Column<AgentCostRow>[] = [
  {
    key: 'agent',
    title: 'Agent',
    keep: true,
    grow: true,
    cell: ({ agent }) => <ClippedText text={agent} limit={80} />,
  },
  {
    key: 'calls',
    title: 'Calls',
    align: 'end',
    keep: true,
    cell: ({ calls }) => <span className="tabular">{count(calls)}</span>,
  },
  ...tokenColumns,
  moneyColumn,
  timeColumn,
];

/** What each agent has cost: tokens in buckets of which no two overlap, money and time. */
export function AgentCosts({ rows }: AgentCostsProps) {
  return (
    <Table
      label="Cost by agent"
      columns={columns}
      rows={rows}
      rowKey={({ agent }) => agent}
      empty={<p className="py-2 text-ink-muted text-sm">No agent with a cost was asked.</p>}
    />
  );
}
