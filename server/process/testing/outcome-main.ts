import type { CommandSpec } from '../command.ts';
import { runCommand } from '../run-command.ts';
import { keepSandboxesReady } from '../start-child.ts';

/*
 * Runs the command described by its first argument (JSON) and prints the outcome, for tests that need another environment;
 * with a second argument, with sandboxes kept ready, and then the command of the third, if there is one.
 */

const [first = '', again, next] = process.argv.slice(2);
const run = (spec: string) => runCommand(JSON.parse(spec) as CommandSpec);
const stop = again === undefined ? undefined : keepSandboxesReady();
process.stdout.write(JSON.stringify(await run(first)));
if (next !== undefined) await run(next);
await stop?.();
