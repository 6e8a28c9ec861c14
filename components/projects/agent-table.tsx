import { ClippedText } from '#components/ui/clipped-text.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { duration } from '#lib/format/duration.ts';
import { percent } from '#lib/format/percent.ts';

/** What runs came to that asked an agent first. */
export type AgentLine = {
  agent: string;
  runs: number;
  successes: number;
  medianIterations: number | null;
  medianMs: number | null;
};

export type AgentTableProps = { agents: readonly AgentLine[] };

const columns: readonly Column<AgentLine>[] = [
  {
    key: 'agent',
    title: 'Agent',
    keep: true,
    grow: true,
    cell: ({ agent }) => <ClippedText text={agent} limit={80} />,
  },
  { key: 'runs', title: 'Runs', align: 'end', keep: true, cell: ({ runs }) => <span className="tabular">{runs}</span> },
  {
    key: 'rate',
    title: 'Succeeded',
    align: 'end',
    keep: true,
    cell: ({ runs, successes }) => <span className="tabular">{percent(successes / runs)}</span>,
  },
  {
    key: 'iterations',
    title: 'Iterations to success',
    align: 'end',
    cell: ({ medianIterations }) => <span className="tabular">{medianIterations ?? '–'}</span>,
  },
  {
    key: 'time',
    title: 'Time to success',
    align: 'end',
    cell: ({ medianMs }) => <span className="tabular">{medianMs === null ? '–' : duration(medianMs)}</span>,
  },
];

/** How the agents of a project do; medians over its successful runs. */
export function AgentTable({ agents }: AgentTableProps) {
  return <Table label="Agents" columns={columns} rows={agents} rowKey={({ agent }) => agent} />;
}
