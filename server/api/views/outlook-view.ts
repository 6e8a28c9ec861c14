import { z } from 'zod';
import { type Outlook, outlookOf } from '#lib/convergence/outlook.ts';
import type { IterationRate } from '#server/store/pages/iteration-rates.ts';

/** The criteria that speak of improvement: those of the model `rules`. */
const criteriaSchema = z.object({
  criteria: z.object({
    model: z.literal('rules'),
    avg_improvement_window: z.number(),
    plateau_improvement_threshold: z.number(),
    min_iterations_for_plateau: z.number(),
    slow_improvement_threshold: z.number(),
    min_iterations_for_slow_improvement: z.number(),
  }),
});

/** What the last judged iteration says of the run's progress; null where nothing has changed yet or other criteria hold. */
export function outlookView(settings: unknown, rates: readonly IterationRate[]): Outlook | null {
  const parsed = criteriaSchema.safeParse(settings);
  const last = rates.findLast(({ averageImprovement, iteration }) => averageImprovement !== null && iteration > 0);
  if (!parsed.success || last?.averageImprovement == null) return null;
  const { criteria } = parsed.data;
  return outlookOf({
    iteration: last.iteration,
    averageImprovement: last.averageImprovement,
    window: criteria.avg_improvement_window,
    plateau: { below: criteria.plateau_improvement_threshold, from: criteria.min_iterations_for_plateau },
    slow: { below: criteria.slow_improvement_threshold, from: criteria.min_iterations_for_slow_improvement },
  });
}
