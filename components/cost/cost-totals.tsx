import type { Cost } from '#lib/cost/cost.ts';
import { moneyInWords, tokensInWords } from '#lib/cost/words.ts';
import { count, counted } from '#lib/format/count.ts';
import { duration } from '#lib/format/duration.ts';
import { money } from '#lib/format/money.ts';
import type { Budget } from './types.ts';

export type CostTotalsProps = {
  cost: Cost;
  wallMs: number;
  boardMs: number;
  /** Budgets of a run, where it has any. */
  budgets?: { tokens: Budget; money: Budget; boardMinutes: Budget };
};

const minute = 60_000;

/** What everything together has cost, each beside the budget that ends a run. */
export function CostTotals({ cost, wallMs, boardMs, budgets }: CostTotalsProps) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Total
        name="Tokens"
        amount={tokensInWords(cost)}
        budget={budgets?.tokens}
        inWords={count}
        uncounted={cost.unknownTokens}
      />
      <Total
        name="Cost"
        amount={moneyInWords(cost)}
        budget={budgets?.money}
        inWords={money}
        uncounted={cost.unknownMoney}
      />
      <Total
        name="Board time"
        amount={boardMs === 0 ? 'none' : duration(boardMs)}
        budget={budgets?.boardMinutes}
        inWords={(minutes) => duration(minutes * minute)}
      />
      <Total name="Wall time" amount={duration(wallMs)} />
    </dl>
  );
}

type TotalProps = {
  name: string;
  amount: string;
  budget?: Budget | undefined;
  inWords?: (amount: number) => string;
  /** Calls of which it is unknown how much they add. */
  uncounted?: number;
};

function Total({ name, amount, budget, inWords = String, uncounted = 0 }: TotalProps) {
  return (
    <div className="flex min-w-24 flex-col">
      <dt className="text-ink-muted text-xs">{name}</dt>
      <dd className="tabular font-medium text-lg">{amount}</dd>
      {budget !== undefined && (
        <dd className="text-ink-muted text-xs">
          {budget.limit === null
            ? 'no budget'
            : `${inWords(budget.counted ?? 0)} of its budget of ${inWords(budget.limit)}`}
        </dd>
      )}
      {budget?.limit != null && uncounted > 0 && (
        <dd className="text-attention text-xs">without {counted(uncounted, 'call')} of unknown use</dd>
      )}
    </div>
  );
}
