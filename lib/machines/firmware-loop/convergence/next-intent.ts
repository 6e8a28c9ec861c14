import type { Intent } from '#lib/activities/shapes.ts';
import type { FirmwareLoopContext, Judged } from '../context.ts';
import { confirmationsInARow } from '../tunables.ts';

/**
 * What the next iteration is for. At the target with every gate holding there is nothing to patch: it confirms, and also
 * where only the confidence is too low, as measuring again can raise it.
 */
export function nextIntent({ streaks }: FirmwareLoopContext, { meetsTarget, failedGates }: Judged): Intent {
  const onlyConfidence = failedGates.every(({ gate }) => gate === 'confidence');
  return meetsTarget && onlyConfidence && streaks.confirmations < confirmationsInARow ? 'confirm' : 'fix';
}
