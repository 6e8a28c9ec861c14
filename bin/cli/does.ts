import type { ExitCode } from './exit-code.ts';

type Action<Args extends unknown[]> = (...args: Args) => Promise<ExitCode>;

/** Each command's code is loaded when it is called, so that `judge` and `config` never load a database. */
export function does<Args extends unknown[]>(load: () => Promise<Action<Args>>): (...args: Args) => Promise<void> {
  return async (...args) => {
    const action = await load();
    process.exitCode = await action(...args);
  };
}
