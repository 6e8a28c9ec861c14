import type { Candidate } from './candidate.ts';
import { overlap } from './draft.ts';

/** More places of one kind are a coincidence rather than one mistake. */
const mostPlaces = 4;
/** All twins together are a little less likely than the best one alone. */
const togetherWeight = 0.8;

/** What is wrong in one place is often wrong in another that reads the same: the same edit of all such lines of a file. */
export function twinsOf(singles: readonly Candidate[]): Candidate[] {
  const groups = new Map<string, Candidate[]>();
  for (const one of singles) {
    const key = [one.path, one.operators.join(), one.before, one.after].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const isApart = group.every((one, at) => group.slice(at + 1).every((other) => !overlap(one.edits, other.edits)));
    if (first === undefined || group.length < 2 || group.length > mostPlaces || !isApart) return [];
    return [
      {
        ...first,
        id: group.map(({ id }) => id).join('+'),
        edits: group.flatMap(({ edits }) => edits),
        priority: Math.max(...group.map(({ priority }) => priority)) * togetherWeight,
        places: group.length,
      },
    ];
  });
}
