/** The four sides that work is reviewed from, in order. */
export const reviewSides = ['function', 'edges', 'security', 'performance'] as const;
export type ReviewSide = (typeof reviewSides)[number];

/** Everything that the judge is asked about. */
export const judgeSubjects = [...reviewSides, 'failure', 'commit_message'] as const;
export type JudgeSubject = (typeof judgeSubjects)[number];

export const judgeSignals = ['no_issue', 'has_issue', 'ai_question', 'code_fault', 'test_fault'] as const;
export type JudgeSignal = (typeof judgeSignals)[number];

/** Signals that can be given of work: something is wrong, nothing is, or the session waits for a decision. */
export const reviewSignals = ['no_issue', 'has_issue', 'ai_question'] as const satisfies readonly JudgeSignal[];
/** Of a failing test: the code is wrong, or the test itself. */
export const failureSignals = ['code_fault', 'test_fault'] as const satisfies readonly JudgeSignal[];
export const commitMessageSignals = ['no_issue', 'has_issue'] as const satisfies readonly JudgeSignal[];

/** What can be answered of each subject; anything else is an answer that cannot be read. */
export const signalsOf = {
  function: reviewSignals,
  edges: reviewSignals,
  security: reviewSignals,
  performance: reviewSignals,
  failure: failureSignals,
  commit_message: commitMessageSignals,
} as const satisfies Record<JudgeSubject, readonly JudgeSignal[]>;

/** What holds when the judge cannot be read and nobody decides in time: a check is never skipped. */
export const unanswered = {
  function: 'has_issue',
  edges: 'has_issue',
  security: 'has_issue',
  performance: 'has_issue',
  failure: 'code_fault',
  commit_message: 'has_issue',
} as const satisfies Record<JudgeSubject, JudgeSignal>;

/** What is judged, in words. */
export const subjectInWords = {
  function: 'whether it does what was asked',
  edges: 'its edge cases',
  security: 'its security',
  performance: 'its performance',
  failure: 'whose fault the failing test is',
  commit_message: 'the message of the commit',
} as const satisfies Record<JudgeSubject, string>;

/** Whether a signal answers what was asked. */
export function fits(subject: JudgeSubject, signal: JudgeSignal): boolean {
  const known: readonly JudgeSignal[] = signalsOf[subject];
  return known.includes(signal);
}
