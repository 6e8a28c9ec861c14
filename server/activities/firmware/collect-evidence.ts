import type { collectEvidence as contract } from '#lib/activities/analysis.ts';
import { counted } from '#lib/format/count.ts';
import { filedResults } from '../filed.ts';
import type { Perform } from '../perform.ts';
import { buildRecord } from './build-record.ts';

/** On the host every log is already stored as it is printed, so more can only be found in earlier iterations. */
export const collectEvidence: Perform<typeof contract> = async ({ iteration }, context) => {
  const [built, sets] = await Promise.all([buildRecord(context, iteration), filedResults(context, iteration)]);
  const found = sets.length + (built === null ? 0 : 1);
  return {
    ok: found > 0,
    found,
    reason: `at hand: ${counted(sets.length, 'measurement')} of this run and ${built === null ? 'no build' : 'its last build'}`,
  };
};
