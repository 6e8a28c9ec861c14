import type { RemovablePart } from './iteration-types.ts';

/** What stands in place of what the rules of retention have removed from an iteration. */
export const removedParts = {
  patch: 'The patch of this iteration was removed: patches of old runs are not kept for good.',
  build: 'What the compiler said in this iteration was removed: files of old runs are not kept for good.',
  results: 'The results of single tests were removed: they are not kept for good. The counts stay.',
} as const satisfies Record<RemovablePart, string>;
