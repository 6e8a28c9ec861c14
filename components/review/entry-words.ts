import { exactTime } from '#lib/format/exact-time.ts';
import type { DiscussionEntry } from './types.ts';

/** What somebody did, as it follows their name; times are written in the reader's zone. */
export function entryWords(entry: DiscussionEntry, zone: string): string {
  return words[entry.kind]?.(entry.data, zone) ?? entry.kind;
}

type Data = DiscussionEntry['data'];

const words: Readonly<Record<string, (data: Data, zone: string) => string>> = {
  opened: () => 'the run came to a person',
  reopened: () => 'the run came back: it could not be rolled back',
  comment: () => '',
  assigned: ({ person }) => `assigned it to ${String(person)}`,
  unassigned: ({ person }) => `took it from ${String(person)}`,
  'handed-over': ({ person }) => `handed it over to ${String(person)}`,
  due: ({ dueAt }, zone) =>
    typeof dueAt === 'number' ? `set it due at ${exactTime(dueAt, zone)}` : 'took its due time away',
  approvals: ({ approvals }) => `asks for ${String(approvals)} approvals`,
  proposed: ({ decision }) => `proposed to ${String(decision)}`,
  carried: ({ decision, from }) =>
    `decided earlier, in review ${String(from)}, to ${String(decision)}: carried here because the same tests fail`,
  approved: () => 'approved the verdict',
  withdrawn: () => 'withdrew the verdict',
  refused: () => 'the run did not take the verdict',
  closed: ({ event, to }) =>
    `${String(event)
      .replace(/^(review|engine|control)\./, '')
      .replaceAll('-', ' ')} → ${String(to)}`,
};
