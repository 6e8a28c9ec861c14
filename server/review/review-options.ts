import type { FirmwareLoopContext } from '#lib/machines/firmware-loop/context.ts';
import { installedFit } from '#lib/machines/installed-machine.ts';
import type { Decision } from '#lib/review/decision.ts';
import { decisionEvent } from '#lib/review/decision-event.ts';
import { type Foreseen, foresee } from '#lib/review/foresee.ts';
import type { ForeseeableRun } from '#server/store/reviews/run-to-foresee.ts';

/** Something that can be decided, with what the machine says it would do now. */
export interface ReviewOption {
  readonly decision: Decision;
  readonly foreseen: Foreseen;
}

/** What a decision in a review is made from; null when the run is not in review or needs a migration. */
export interface ReviewSituation {
  readonly options: readonly ReviewOption[];
  readonly iterationsLeft: number;
  readonly best: { readonly iteration: number; readonly passed: number; readonly total: number } | null;
  readonly strategy: string;
}

/** Every verdict as the machine itself would take it. */
export function reviewSituation(run: ForeseeableRun): ReviewSituation | null {
  const fit = installedFit({ ...run, stateValue: run.envelope.value });
  if (!fit.ok || run.machine !== 'firmware-loop' || run.state !== 'HUMAN_REVIEW.OPEN') return null;
  const { settings, strategy, best, iteration } = run.envelope.context as unknown as FirmwareLoopContext;
  const others = settings.strategies.map(({ name }) => name).filter((name) => name !== strategy.name);
  const decisions: Decision[] = [
    { verdict: 'continue' },
    ...others.map((name): Decision => ({ verdict: 'switch-strategy', strategy: name })),
    { verdict: 'run-again' },
    { verdict: 'roll-back', to: 'best' },
    { verdict: 'roll-back', to: 'base' },
    { verdict: 'accept' },
    { verdict: 'give-up' },
  ];
  const foreseenOf = (decision: Decision): Foreseen => {
    const { type, payload } = decisionEvent(decision, { by: 'you', reason: 'your reason' });
    return foresee(fit.definition, run.envelope, { ...payload, type, at: run.envelope.enteredAt }, 'you');
  };
  return {
    options: decisions.map((decision) => ({ decision, foreseen: foreseenOf(decision) })),
    iterationsLeft: Math.max(settings.limits.max_iterations - iteration, 0),
    best: best === null ? null : { iteration: best.iteration, passed: best.passed, total: best.total },
    strategy: strategy.name,
  };
}
