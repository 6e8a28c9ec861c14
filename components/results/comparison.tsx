import { Section } from '#components/ui/section.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { count, counted } from '#lib/format/count.ts';
import type { Outcome } from '#lib/history/outcome.ts';
import type { Change } from '#lib/results/compare.ts';
import { changeFaces, changeOrder } from './change-words.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import { TestWithMessage } from './test-with-message.tsx';

export type ComparedTest = {
  id: string | null;
  key: string;
  suite: string;
  name: string;
  change: Change;
  before: Outcome | null;
  after: Outcome | null;
  message: string | null;
};

export type ComparisonProps = {
  counts: Readonly<Record<Change, number>>;
  tests: readonly ComparedTest[];
  /** Of each change so many are listed at most. */
  listedOfEach: number;
};

/** Changes that are only counted unless they are asked for. */
const quiet: ReadonlySet<Change> = new Set(['still_passing', 'unchanged']);

const columns: readonly Column<ComparedTest>[] = [
  { key: 'test', title: 'Test', grow: true, keep: true, cell: (test) => <TestWithMessage test={test} /> },
  { key: 'before', title: 'Before', keep: true, cell: ({ before }) => <OutcomeMark outcome={before} /> },
  { key: 'after', title: 'After', keep: true, cell: ({ after }) => <OutcomeMark outcome={after} /> },
];

/** What became of each test between two measurements, a section for each kind of change. */
export function Comparison({ counts, tests, listedOfEach }: ComparisonProps) {
  const kinds = changeOrder.filter((change) => counts[change] > 0);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <ul aria-label="Changes" className="flex flex-wrap gap-x-5 gap-y-1">
        {kinds.map((change) => (
          <li key={change}>
            <ToneMark
              tone={changeFaces[change].tone}
            >{`${changeFaces[change].word} ${count(counts[change])}`}</ToneMark>
          </li>
        ))}
      </ul>
      {kinds.map((change) => (
        <Kind
          key={change}
          change={change}
          total={counts[change]}
          tests={tests.filter((test) => test.change === change)}
          listedOfEach={listedOfEach}
        />
      ))}
    </div>
  );
}

type KindProps = { change: Change; total: number; tests: readonly ComparedTest[]; listedOfEach: number };

function Kind({ change, total, tests, listedOfEach }: KindProps) {
  const { word, says } = changeFaces[change];
  const table = (
    <Table
      label={word}
      columns={columns}
      rows={tests}
      rowKey={({ key }) => key}
      rowHref={({ id }) => (id === null ? undefined : `/tests/${id}`)}
    />
  );
  return (
    <Section title={word} aside={`${counted(total, 'test')}: ${says}`}>
      {quiet.has(change) ? (
        <details>
          <summary className="cursor-pointer text-ink-muted text-sm">Show them</summary>
          {table}
        </details>
      ) : (
        table
      )}
      {total > listedOfEach && (
        <p className="text-ink-muted text-sm">
          The first {listedOfEach} are listed; `firmloop results compare --json` gives all.
        </p>
      )}
    </Section>
  );
}
