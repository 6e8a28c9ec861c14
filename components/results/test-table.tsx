import { type Column, Table } from '#components/ui/table.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { percent } from '#lib/format/percent.ts';
import { OutcomeStrip } from './outcome-strip.tsx';
import { TestName } from './test-name.tsx';
import type { TestRow } from './types.ts';

export type TestTableProps = { tests: readonly TestRow[] };

const columns: readonly Column<TestRow>[] = [
  { key: 'test', title: 'Test', grow: true, keep: true, cell: (test) => <TestName {...test} /> },
  {
    key: 'strip',
    title: 'Lately, the newest right',
    keep: true,
    cell: ({ strip }) => <OutcomeStrip outcomes={strip} />,
  },
  { key: 'state', title: 'Now', keep: true, cell: (test) => <Standing test={test} /> },
  {
    key: 'score',
    title: 'Flaky score',
    align: 'end',
    cell: ({ score }) => <span className="tabular">{score === null ? '–' : percent(score)}</span>,
  },
];

/** Tests with their newest outcomes. */
export function TestTable({ tests }: TestTableProps) {
  return (
    <Table label="Tests" columns={columns} rows={tests} rowKey={({ id }) => id} rowHref={({ id }) => `/tests/${id}`} />
  );
}

function Standing({ test: { isFailing, isFlaky, quarantined } }: { test: TestRow }) {
  if (quarantined !== null) return <ToneMark tone="idle">in quarantine</ToneMark>;
  if (isFailing) return <ToneMark tone="bad">{isFlaky ? 'fails, flaky' : 'fails'}</ToneMark>;
  return isFlaky ? <ToneMark tone="attention">flaky</ToneMark> : <ToneMark tone="good">steady</ToneMark>;
}
