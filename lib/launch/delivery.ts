import type { LaunchPlace } from './loop-input.ts';

/** What the result of a run from this place becomes, as a sentence ends. */
export function delivery({ isSnapshot }: LaunchPlace): string {
  return isSnapshot ? 'a patch file' : 'a branch';
}
