/** Several git commands that run in one process, where the first failure ends them all. */
export interface GitSteps {
  readonly script: string;
  readonly args: readonly string[];
}

/**
 * Starting and supervising a process costs more than most git commands do, so what belongs together is started once.
 * `script` is a constant of this project, in the shell's language; what varies is given as `args` and reaches it as `"$1"`,
 * `"$2"`, and so on.
 */
export function gitSteps(script: string, args: readonly string[]): GitSteps {
  return { script, args };
}
