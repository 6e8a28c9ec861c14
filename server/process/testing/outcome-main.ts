import type { CommandSpec } from '../command.ts';
import { runCommand } from '../run-command.ts';

/* Runs the command described by its argument (JSON) and prints the outcome, for tests that need another environment. */

const spec: CommandSpec = JSON.parse(process.argv[2] ?? '');
process.stdout.write(JSON.stringify(await runCommand(spec)));
