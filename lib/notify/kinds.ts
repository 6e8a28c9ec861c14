/** What can be told, with the words that rules and lists call it by. */
export const noticeKinds = {
  'review.opened': 'A run got stuck and needs a decision',
  'review.assigned': 'A review is assigned or handed over',
  'review.mentioned': 'Somebody is mentioned in a review',
  'review.proposed': 'A verdict waits for more approvals',
  'review.decided': 'A review is decided',
  'review.reminder': 'A review still waits',
  'review.overdue': 'A review is past its due time',
  'run.waiting': 'A run waits for a person or a board',
  'run.plateaued': 'A run stopped improving',
  'run.ended': 'A run ended',
  'board.granted': 'A turn in the queue for boards has come',
  'board.ending': 'A reservation of boards ends in 10 minutes',
  'board.lost': 'Boards are taken from somebody, or will not come',
  'report.due': 'A report that is sent on a schedule',
  'channel.test': 'A test from the settings page',
} as const satisfies Record<string, string>;

export type NoticeKind = keyof typeof noticeKinds;

/** Kinds that a rule may name: a test and a report go to their channel alone. */
export const ruleKinds = (Object.keys(noticeKinds) as NoticeKind[]).filter(
  (kind) => kind !== 'channel.test' && kind !== 'report.due',
);

export function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(noticeKinds, kind);
}
