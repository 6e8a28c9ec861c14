/** States of the firmware loop in which a run works with its board, or is about to; everywhere else it could do without. */
const working = /^(?:INIT\.BASELINE_TEST|TEST_SETUP|TEST_RUN|RESULT_COLLECTION|ERROR_RECOVERY)(?:\.|$)/;

/** Whether a run in this state must not lose its board: it is being flashed, tested or looked at. */
export function needsBoard(state: string): boolean {
  return working.test(state);
}
