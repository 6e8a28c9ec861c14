import { CommanderError } from 'commander';
import { type ExitCode, exitCode } from './exit-code.ts';
import { explainError } from './explain-error.ts';

/** Says on stderr what went wrong and gives the exit code; commander has spoken already. */
export function answerError(error: unknown, env: Readonly<Record<string, string | undefined>>): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.success : exitCode.badInput;
  const givenUp = error instanceof Error && error.name === 'AbortError';
  console.error(`firmloop: ${givenUp ? 'Given up before anything was done.' : explainError(error, env)}`);
  return givenUp ? exitCode.aborted : exitCode.badInput;
}
