import { enableCompileCache } from 'node:module';
import { exitCode } from './exit-code.ts';
import { signals } from './signals.ts';
import { guardTerminal } from './terminal-text.ts';

// Before anything large is loaded: a request to end is granted at once until a command listens by itself.
for (const signal of signals) {
  process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(exitCode.aborted));
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCode.readerGone);
  console.error(`firmloop: The output cannot be written: ${error.message}.`);
  process.exit(exitCode.badInput);
});
for (const stream of [process.stdout, process.stderr]) guardTerminal(stream);
enableCompileCache();

/** The command line: every error is a message on stderr and exit code 2. */
const [{ createProgram }, { answerError }] = await Promise.all([import('./program.ts'), import('./answer-error.ts')]);
try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = answerError(error, process.env);
}
