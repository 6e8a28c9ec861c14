import { snapshotOf } from '#lib/engine/drive.ts';
import type { Envelope } from '#lib/engine/envelope.ts';
import type { FirmwareLoopContext } from '#lib/machines/firmware-loop/context.ts';
import { machineOf } from '#lib/machines/registry.ts';

/** What a person may decide, as events without their words: the machine itself says which of them it takes. */
const verdicts = {
  continue: { type: 'review.continue' },
  'switch-strategy': { type: 'review.switch-strategy' },
  'roll-back-to-best': { type: 'review.roll-back', to: 'best' },
  'roll-back-to-base': { type: 'review.roll-back', to: 'base' },
  'run-again': { type: 'review.run-again' },
  accept: { type: 'review.accept' },
  'give-up': { type: 'review.give-up' },
} as const;

type Verdict = keyof typeof verdicts;

/** A run that waits for a person: why, until when, and what can be decided; null for a run that does not. */
export function reviewView(
  run: { readonly machine: string; readonly state: string; readonly snapshot: unknown },
  due: Date | null,
) {
  const definition = machineOf(run.machine);
  if (definition?.id !== 'firmware-loop' || run.state !== 'HUMAN_REVIEW.OPEN') return null;
  const envelope = run.snapshot as Envelope;
  const snapshot = snapshotOf(definition, envelope);
  const { review, iteration, settings, best, strategy } = snapshot.context as FirmwareLoopContext;
  const taken = (verdict: Verdict): boolean => snapshot.can({ at: 0, by: '', reason: '', ...verdicts[verdict] });
  return {
    why: review?.why ?? '',
    dueAt: due?.getTime() ?? null,
    unanswered: review?.unanswered ?? null,
    iterationsLeft: Math.max(settings.limits.max_iterations - iteration, 0),
    best: best === null ? null : { iteration: best.iteration, passed: best.passed, total: best.total },
    strategy: strategy.name,
    strategies: settings.strategies.map(({ name }) => name).filter((name) => name !== strategy.name),
    taken: (Object.keys(verdicts) as Verdict[]).filter(taken),
  };
}
