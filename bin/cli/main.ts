import { enableCompileCache } from 'node:module';
import { CommanderError } from 'commander';
import { exitCode } from './exit-code.ts';
import { explainError } from './explain-error.ts';
import { createProgram } from './program.ts';

enableCompileCache();

/** The command line: every error is a message on stderr and exit code 2, and nothing is ever half printed on stdout. */
process.stdout.on('error', () => process.exit(exitCode.badInput));
try {
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof Error && error.name === 'AbortError') {
    console.error('firmloop: Given up before anything was done.');
    process.exitCode = exitCode.aborted;
  } else if (error instanceof CommanderError)
    process.exitCode = error.exitCode === 0 ? exitCode.success : exitCode.badInput;
  else {
    console.error(`firmloop: ${explainError(error, process.env)}`);
    process.exitCode = exitCode.badInput;
  }
}
