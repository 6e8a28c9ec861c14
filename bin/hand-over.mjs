// Runs under any Node from 20.19: plain syntax, no packages.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure } from './ensure.mjs';

/** Makes the checkout runnable and continues in a TypeScript program beside this file, under the Node it brings. */
export function handOver(program, args = process.argv.slice(2)) {
  const node = ensure();
  const bin = dirname(fileURLToPath(import.meta.url));
  const child = spawn(node, [join(bin, program), ...args], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both of us; a process manager only to us. The program counts the two as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    // As a shell says it: 1 to 4 are answers of the program itself.
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}
