import type { Column } from '#components/ui/table.tsx';
import type { Cost } from '#lib/cost/cost.ts';
import { bucketInWords, moneyInWords } from '#lib/cost/words.ts';
import { count, counted } from '#lib/format/count.ts';
import { duration } from '#lib/format/duration.ts';

function bucket(key: 'uncachedInput' | 'cacheRead' | 'cacheWrite', title: string): Column<Cost> {
  return {
    key,
    title,
    align: 'end',
    cell: (cost) => <span className="tabular">{bucketInWords(cost, cost[key])}</span>,
  };
}

/** Tokens in buckets of which no two overlap, reasoning as a part of the output. */
export const tokenColumns: readonly Column<Cost>[] = [
  bucket('uncachedInput', 'Input'),
  bucket('cacheRead', 'From cache'),
  bucket('cacheWrite', 'Into cache'),
  {
    key: 'output',
    title: 'Output',
    align: 'end',
    cell: (cost) => (
      <span className="tabular">
        {bucketInWords(cost, cost.output)}
        {cost.reasoning > 0 && <span className="text-ink-muted"> ({count(cost.reasoning)} reasoning)</span>}
      </span>
    ),
  },
];

export const moneyColumn: Column<Cost> = {
  key: 'money',
  title: 'Cost',
  align: 'end',
  keep: true,
  cell: (cost) => (
    <span className="tabular" title={whyUnknown(cost)}>
      {moneyInWords(cost)}
    </span>
  ),
};

function whyUnknown({ unknownMoney }: Cost): string | undefined {
  return unknownMoney === 0
    ? undefined
    : `What ${counted(unknownMoney, 'call')} cost is unknown: no price is set, or no usage was told`;
}

export const timeColumn: Column<Cost> = {
  key: 'time',
  title: 'Agent time',
  align: 'end',
  cell: ({ agentMs }) => <span className="tabular">{duration(agentMs)}</span>,
};
