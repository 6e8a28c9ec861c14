import { DomainError } from '#lib/errors.ts';
import { missingCompiler } from './compiler.ts';
import { openDoor } from './open-door.ts';
import { placeFromEnvironment } from './options.ts';
import { type Stack, startStack } from './stack.ts';
import { tunables } from './tunables.ts';

/** `npm start`: starts the stack, prints its address, and ends it when asked to or when its parent is gone. */
async function main(): Promise<void> {
  const startedAt = performance.now();
  const ending = new AbortController();
  let stack: Stack | undefined;
  listenForEnd(
    () => ending.abort(),
    () => {
      stack?.kill();
      process.exit(130);
    },
  );
  const compiler = missingCompiler(process.env.PATH);
  if (compiler !== undefined) report(compiler);
  const place = placeFromEnvironment(process.env);
  const door = openDoor(place.host);
  if (door !== undefined) report(`Warning: ${door}`);
  stack = await startStack({ ...place, web: true, runner: true, report, signal: ending.signal });
  report(`Ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Data: ${place.home}`);
  report(`Open ${stack.signInUrl}`);
  if (!ending.signal.aborted) await new Promise((resolve) => ending.signal.addEventListener('abort', resolve));
  report('Ending…');
  await stack.stop();
}

/** Calls `first` at the first request to end, and `second` when somebody insists. */
function listenForEnd(first: () => void, second: () => void): void {
  let firstAt: number | undefined;
  const end = (): void => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      first();
    } else if (now - firstAt > tunables.sameInterrupt) second();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    first();
  }, tunables.parentCheck).unref();
}

function report(line: string): void {
  console.log(`firmloop: ${line}`);
}

try {
  await main();
} catch (error) {
  const wasAskedToEnd = error instanceof Error && error.name === 'AbortError';
  if (error instanceof DomainError) console.error(`firmloop: ${[error.message, error.next].filter(Boolean).join(' ')}`);
  else if (!wasAskedToEnd) console.error(error);
  process.exitCode = wasAskedToEnd ? 130 : 1;
}
