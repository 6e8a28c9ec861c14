import { type Column, Table } from '#components/ui/table.tsx';
import { type Cost, costsBy, sumCosts } from '#lib/cost/cost.ts';
import { moneyInWords, tokensInWords } from '#lib/cost/words.ts';
import { count } from '#lib/format/count.ts';
import { duration } from '#lib/format/duration.ts';
import type { AgentInIteration, IterationTime } from './types.ts';

export type IterationCostsProps = {
  agents: readonly AgentInIteration[];
  iterations: readonly IterationTime[];
  /** Where an iteration is shown. */
  hrefOf: (iteration: number) => string;
};

type Row = IterationTime & { cost: Cost; by: string };

const columns: readonly Column<Row>[] = [
  {
    key: 'iteration',
    title: 'Iteration',
    keep: true,
    cell: ({ iteration }) => <span className="tabular">{iteration === 0 ? 'base' : iteration}</span>,
  },
  {
    key: 'wall',
    title: 'Wall time',
    align: 'end',
    keep: true,
    cell: ({ wallMs }) => <Tabular text={duration(wallMs)} />,
  },
  {
    key: 'board',
    title: 'Board time',
    align: 'end',
    cell: ({ boardMs }) => <Tabular text={boardMs === 0 ? '–' : duration(boardMs)} />,
  },
  { key: 'by', title: 'Asked', grow: true, cell: ({ by }) => by },
  { key: 'calls', title: 'Calls', align: 'end', cell: ({ cost }) => <Tabular text={count(cost.calls)} /> },
  { key: 'tokens', title: 'Tokens', align: 'end', cell: ({ cost }) => <Tabular text={tokensInWords(cost)} /> },
  { key: 'money', title: 'Cost', align: 'end', keep: true, cell: ({ cost }) => <Tabular text={moneyInWords(cost)} /> },
];

/** What each iteration has cost, and how long it took. */
export function IterationCosts({ agents, iterations, hrefOf }: IterationCostsProps) {
  const costs = costsBy(agents, ({ iteration }) => iteration);
  const rows = iterations.map((time) => ({
    ...time,
    cost: costs.get(time.iteration) ?? sumCosts([]),
    by: [...new Set(agents.filter(({ iteration }) => iteration === time.iteration).map(({ agent }) => agent))].join(
      ', ',
    ),
  }));
  return (
    <Table
      label="Cost by iteration"
      columns={columns}
      rows={rows}
      rowKey={({ iteration }) => String(iteration)}
      rowHref={({ iteration }) => hrefOf(iteration)}
    />
  );
}

function Tabular({ text }: { text: string }) {
  return <span className="tabular">{text}</span>;
}
