/** What each exit code of `firmloop` means. */
export const exitCode = {
  /** SUCCESS or SUCCESS_WITH_WARNING; for other commands: done. */
  success: 0,
  /** The run ended in FAILURE; for `replay`: the log and the stored run differ. */
  failure: 1,
  badInput: 2,
  aborted: 3,
  /** The run waits for a person, or goes on without this command. */
  personNeeded: 4,
  /** Whoever read the output has gone, as `head` does: what a shell says of a program that SIGPIPE ended. */
  readerGone: 141,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
