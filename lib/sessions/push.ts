/** Why the session is told something. */
export const pushKinds = ['init', 'review', 'question', 'lint', 'test', 'hook', 'conflict', 'message'] as const;
export type PushKind = (typeof pushKinds)[number];

/** How an instruction of a kind begins; what follows are findings, outputs and messages. */
export const pushWords = {
  init: 'This is the task.',
  review: 'The review found problems. Mend them.',
  question: 'You asked. This is the decision; go on with it and do not ask again.',
  lint: 'The lint command fails. Mend what it complains about; do not silence it.',
  test: 'The tests fail. Mend the cause; do not weaken or skip a test.',
  hook: 'The commit was refused by a hook of the project. Mend what it complains about; do not bypass it.',
  conflict:
    'The branch has moved and the two do not fit together. Resolve every conflict marker and keep both intentions.',
  message: 'The person behind the task says something.',
} as const satisfies Record<PushKind, string>;
