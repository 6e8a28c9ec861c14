import { z } from 'zod';
import { percent } from './format.ts';

/** Who is around while a run goes on; decides what a plateau leads to. */
export const executionModes = ['interactive', 'ci', 'auto'] as const;
export type ExecutionMode = (typeof executionModes)[number];

/** The design's `PlateauHandlingStrategy` (§5.19.1): what happens when improvement stops. */
export const plateauStrategySchema = z.strictObject({
  /** Handles plateaus as in this mode, whatever mode the run is in. */
  mode: z.enum(executionModes).optional(),
  ci_auto_terminate: z.boolean().default(true),
  ci_terminate_as: z.enum(['warning', 'failure']).default('warning'),
  /** How long a person may answer in `ci` when it does not terminate by itself; 0 waits for nobody. */
  ci_max_wait_seconds: z.number().min(0).default(0),
  ci_notification_channels: z.array(z.enum(['email', 'slack', 'webhook'])).default([]),
  auto_retry_with_different_strategy: z.boolean().default(true),
  auto_max_strategy_switches: z.int().min(0).default(2),
  /** Tried in this order; an empty list leaves the choice to the run's own agents. */
  auto_fallback_strategies: z.array(z.string().min(1)).default([]),
});

export type PlateauStrategy = z.infer<typeof plateauStrategySchema>;

/** Where a plateau leads. */
export interface PlateauDecision {
  readonly next: 'HUMAN_REVIEW' | 'SUCCESS_WITH_WARNING' | 'FAILURE' | 'STRATEGY_SWITCH';
  readonly reason: string;
  /** The strategy to switch to; `null` without a switch or without a list to take it from. */
  readonly strategy: string | null;
  /** How long the review waits in seconds, and the end it takes unanswered; `null` where the run's own limit applies. */
  readonly wait: { readonly seconds: number; readonly unanswered: CiEnd } | null;
  /** Channels to tell. */
  readonly notify: PlateauStrategy['ci_notification_channels'];
}

type CiEnd = 'SUCCESS_WITH_WARNING' | 'FAILURE';

/** What the decision is made from. */
export interface Plateau {
  readonly mode: ExecutionMode;
  readonly strategy: PlateauStrategy;
  /** Strategy switches already made in this run. */
  readonly switches: number;
  readonly passRate: number;
}

/** Decides what follows a plateau in the mode of the run (design §5.19.1). */
export function decidePlateau(plateau: Plateau): PlateauDecision {
  return byMode[plateau.strategy.mode ?? plateau.mode](plateau);
}

const byMode = {
  interactive: ({ passRate }) => ({
    ...quiet,
    next: 'HUMAN_REVIEW',
    reason: `plateau at pass rate ${percent(passRate)}: a person decides how to go on`,
  }),
  ci: inCi,
  auto: inAuto,
} satisfies Record<ExecutionMode, (plateau: Plateau) => PlateauDecision>;

const quiet = { strategy: null, wait: null, notify: [] } satisfies Partial<PlateauDecision>;

const ciEnds = { warning: 'SUCCESS_WITH_WARNING', failure: 'FAILURE' } satisfies Record<
  PlateauStrategy['ci_terminate_as'],
  CiEnd
>;

function inCi({ strategy, passRate }: Plateau): PlateauDecision {
  const { ci_auto_terminate, ci_terminate_as, ci_max_wait_seconds: seconds } = strategy;
  const end = ciEnds[ci_terminate_as];
  const told = { ...quiet, notify: strategy.ci_notification_channels };
  if (ci_auto_terminate || seconds === 0) {
    return { ...told, next: end, reason: `ci: plateau at pass rate ${percent(passRate)} ends as ${ci_terminate_as}` };
  }
  const reason = `ci: plateau at pass rate ${percent(passRate)}, waiting ${seconds} s for a person, then ${end}`;
  return { ...told, next: 'HUMAN_REVIEW', reason, wait: { seconds, unanswered: end } };
}

function inAuto({ strategy, switches, passRate }: Plateau): PlateauDecision {
  const { auto_retry_with_different_strategy, auto_max_strategy_switches: limit } = strategy;
  const fallbacks = strategy.auto_fallback_strategies;
  const failed = (why: string): PlateauDecision => ({
    ...quiet,
    next: 'FAILURE',
    reason: `auto: plateau at pass rate ${percent(passRate)}, ${why}`,
  });
  if (!auto_retry_with_different_strategy) return failed('and switching strategies is off');
  if (switches >= limit) return failed(`and ${switches} of ${limit} strategy switches are used up`);
  if (fallbacks.length > 0 && switches >= fallbacks.length) {
    return failed(`and no fallback strategy is left after ${fallbacks.join(', ')}`);
  }
  const next = fallbacks[switches] ?? null;
  const reason = `auto: plateau at pass rate ${percent(passRate)}, strategy switch ${switches + 1} of ${limit}${next === null ? '' : ` to ${next}`}`;
  return { ...quiet, next: 'STRATEGY_SWITCH', reason, strategy: next };
}
