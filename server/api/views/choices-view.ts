import { z } from 'zod';
import type { IterationRate } from '#server/store/pages/iteration-rates.ts';
import { totalOf } from './run-summary.ts';

const contextSchema = z.object({
  context: z.object({
    strategy: z.object({ name: z.string() }),
    settings: z.object({ strategies: z.array(z.object({ name: z.string() })) }),
  }),
});

/** What stepping in can be about: the iterations that left a tree, newest first, and the strategies that are not at work. */
export function choicesView(snapshot: unknown, rates: readonly IterationRate[]) {
  const parsed = contextSchema.safeParse(snapshot);
  const strategy = parsed.success ? parsed.data.context.strategy.name : null;
  const names = parsed.success ? parsed.data.context.settings.strategies.map(({ name }) => name) : [];
  const kept = rates
    .filter((rate) => rate.passed !== null && (rate.kept === true || rate.iteration === 0))
    .map((rate) => ({ iteration: rate.iteration, passed: rate.passed ?? 0, total: totalOf(rate) }))
    .toReversed();
  return { kept, strategy, strategies: names.filter((name) => name !== strategy) };
}
