/**
 * The kernel of a notebook in JavaScript: the same door and the same lines as the one in Python (`../kernel/__main__.py`),
 * with Node behind it. This process has the door and hears what cells print; they are executed in a child of it, so that
 * what their own children print is heard too. It is copied to the run's folder and imports nothing but Node.
 */
// biome-ignore lint/style/noRestrictedImports: this is a program of its own, behind the walls that it was started in
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Frame, hear } from './captured.ts';
import { openDoor, type Send, type Task } from './door.ts';
import { type Output, outputTo } from './output.ts';

type Status = 'ok' | 'error' | 'died';

/** The cell that is executed: where its output goes, and what is told of the end of each stream and of its process. */
interface Running {
  readonly output: Output;
  ended(status: Status): void;
}

const [folder = '.'] = process.argv.slice(2);
const token = randomBytes(16).toString('hex');
let running: Running | null = null;
let count = 0;

const child = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, 'cells.ts'), token], {
  stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
});
const door = openDoor(folder, { execute, interrupt: () => running !== null && tell({ op: 'interrupt' }) });
process.on('exit', () => child.kill('SIGKILL'));
child.stdio[3]?.on('error', () => undefined);
child.on('close', () => {
  running?.ended('died');
  setImmediate(() => process.exit(1));
});
if (child.stdout !== null)
  hear(child.stdout, token, { text: (bytes) => running?.output.stream('stdout', bytes), frame: heard });
if (child.stderr !== null)
  hear(child.stderr, token, {
    text: (bytes) => (running === null ? process.stderr.write(bytes) : running.output.stream('stderr', bytes)),
    frame: heard,
  });

function heard({ ready, display, result, error, end }: Frame): void {
  if (ready === true) door.open();
  if (display !== undefined) running?.output.value('display_data', display, count);
  if (result !== undefined) running?.output.value('execute_result', result, count);
  if (error !== undefined) running?.output.error(error);
  if (end !== undefined) running?.ended(end);
}

async function execute({ code }: Task, send: Send): Promise<boolean> {
  count += 1;
  const output = outputTo((one) => send({ output: one }));
  let streams = 2;
  const status = await new Promise<Status>((resolve) => {
    const ended = (how: Status) => {
      streams -= 1;
      if (how === 'died' || streams === 0) resolve(how);
    };
    running = { output, ended };
    tell({ op: 'execute', code });
  });
  running = null;
  const dropped = output.end();
  send({ done: { status, execution_count: status === 'died' ? null : count, dropped } });
  return status === 'ok';
}

function tell(order: object): void {
  const orders = child.stdio[3];
  if (orders && 'write' in orders) orders.write(`${JSON.stringify(order)}\n`);
}
