import type { CommandSpec } from '../command.ts';
import { runCommand } from '../run-command.ts';
import { startThroughSpawner } from '../spawner.ts';

/*
 * Runs the command described by its first argument (JSON) and prints the outcome, for tests that need another environment;
 * with a second argument, through a spawner.
 */

const spec: CommandSpec = JSON.parse(process.argv[2] ?? '');
const stop = process.argv[3] === undefined ? undefined : await startThroughSpawner();
process.stdout.write(JSON.stringify(await runCommand(spec)));
await stop?.();
