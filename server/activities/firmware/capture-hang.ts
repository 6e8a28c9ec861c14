import type { captureHang as contract } from '#lib/activities/environment.ts';
import type { Perform } from '../perform.ts';

/** On the host the supervisor has ended the process and its console is the log; there are no registers to read afterwards. */
export const captureHang: Perform<typeof contract> = async () => ({
  ok: true,
  snapshotId: null,
  reason: 'the hung process was ended; its console is in the log of the test run',
});
