/** What calls of agents have cost: what is known added up, and of how many calls something is unknown. */
export interface Cost {
  readonly calls: number;
  /** Buckets of tokens of which no two overlap. */
  readonly uncachedInput: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  /** Part of `output`. */
  readonly reasoning: number;
  readonly money: number;
  readonly unknownMoney: number;
  readonly unknownTokens: number;
  /** Time that agents took, added up, in milliseconds. */
  readonly agentMs: number;
}

const nothing: Cost = {
  calls: 0,
  uncachedInput: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  money: 0,
  unknownMoney: 0,
  unknownTokens: 0,
  agentMs: 0,
};

/** Costs together; of none nothing. */
export function sumCosts(costs: readonly Cost[]): Cost {
  return costs.reduce(plus, nothing);
}

/** Costs by a name, in the order in which the names come. */
export function costsBy<Row extends Cost, Name>(rows: readonly Row[], nameOf: (row: Row) => Name): Map<Name, Cost> {
  const sums = new Map<Name, Cost>();
  for (const row of rows) sums.set(nameOf(row), plus(sums.get(nameOf(row)) ?? nothing, row));
  return sums;
}

function plus(one: Cost, other: Cost): Cost {
  return {
    calls: one.calls + other.calls,
    uncachedInput: one.uncachedInput + other.uncachedInput,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    output: one.output + other.output,
    reasoning: one.reasoning + other.reasoning,
    money: one.money + other.money,
    unknownMoney: one.unknownMoney + other.unknownMoney,
    unknownTokens: one.unknownTokens + other.unknownTokens,
    agentMs: one.agentMs + other.agentMs,
  };
}
