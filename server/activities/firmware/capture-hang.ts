import type { captureHang as contract } from '#lib/activities/environment.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { latestMeasurement } from './measured-part.ts';

/**
 * What hangs is looked at before it is switched off, which is while the tests still run; here that is found again and
 * named. A process on the host has no registers to read; its console is the log.
 */
export const captureHang: Perform<typeof contract> = async (_input, context) => {
  const measurement = await latestMeasurement(context);
  const part = measurement?.parts.findLast(({ finding }) => finding !== null);
  if (part === undefined)
    return {
      ok: true,
      snapshotId: null,
      reason: 'the hung process was ended; its console is in the log of the test run',
    };
  const kept = part.evidence.map(({ name }) => name).join(', ');
  const snapshot = part.evidence.find(({ name }) => name.startsWith('registers')) ?? part.evidence[0];
  return {
    ok: true,
    snapshotId: snapshot?.hash ?? null,
    reason: oneSentence(`${part.finding}; kept: ${kept === '' ? 'the log' : kept}; it was switched off`),
  };
};
