import type { resetEnvironment as contract } from '#lib/activities/environment.ts';
import type { Perform } from '../perform.ts';

/** On the host every command's processes are proved gone when it ends, so there is nothing left to reset. */
export const resetEnvironment: Perform<typeof contract> = async () => ({
  ok: true,
  reason: 'on the host nothing is left of an earlier command',
});
