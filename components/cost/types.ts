import type { Cost } from '#lib/cost/cost.ts';

/** What an agent has cost in one iteration. */
export type AgentInIteration = Cost & { iteration: number; agent: string };

/** How long an iteration took, and held boards. Milliseconds. */
export type IterationTime = { iteration: number; wallMs: number; boardMs: number };

/** What counts against a budget, and the budget; null where there is none. */
export type Budget = { counted: number | null; limit: number | null };
