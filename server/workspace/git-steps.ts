/**
 * The arguments that make git run several of its own commands in one process, where the first failure ends them all.
 * Starting and supervising a process costs more than most of these commands do. `script` is a constant of this
 * project, in the shell's language; what varies is given as `args` and reaches it as `"$1"`, `"$2"`, and so on.
 */
export function gitSteps(script: string, args: readonly string[]): string[] {
  return ['-c', `alias.steps=!steps() { set -e; ${script}\n}; steps`, 'steps', ...args];
}
