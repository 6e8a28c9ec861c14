import { createContext, Script } from 'node:vm';

/** Longer work on one piece of output is given up: nothing else of the runner moves meanwhile, and its lease runs. */
export const expressionMs = 3_000;

/**
 * Does work that applies a project's own expression, some of which take for ever on some lines: only the engine's own
 * time-out ends them. False when it was cut off; what it has changed until then stays changed.
 */
export function withinTime(limitMs: number, work: () => void): boolean {
  sandbox.work = work;
  try {
    call.runInContext(sandbox, { timeout: limitMs });
    return true;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  } finally {
    sandbox.work = nothing;
  }
}

const nothing = (): void => undefined;
const sandbox = { work: nothing };
createContext(sandbox);
const call = new Script('work()');

/** The error comes from the sandbox, so it is no `Error` of ours. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
