/**
 * Executes cells of JavaScript one after the other in one world, as a browser's console does: what a cell declares the next
 * ones have and may declare anew, and a cell may await.
 */
import { type Runtime, Session } from 'node:inspector';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Frame } from './captured.ts';
import { shown, stopped, thrown } from './shown.ts';

const [token = ''] = process.argv.splice(2);
const streams = {
  stdout: process.stdout.write.bind(process.stdout),
  stderr: process.stderr.write.bind(process.stderr),
};
let taken: unknown;

Object.assign(globalThis, {
  require: createRequire(join(process.cwd(), 'cell.js')),
  display: (value: unknown) => void say('stdout', { display: shown(value) }),
  [Symbol.for('firmloop.take')]: (value: unknown) => {
    taken = value;
  },
});
// What goes wrong behind a cell is told and ends nothing.
process.on('uncaughtException', (error) => void streams.stderr(`${thrown(error).traceback.join('\n')}\n`));

const session = new Session();
session.connect();
let world = '';
session.post('Runtime.evaluate', { expression: 'globalThis' }, (_, said) => {
  world = said?.result.objectId ?? '';
});
const orders = new Worker(new URL('./orders.ts', import.meta.url));
orders.on('message', (code: string) => void execute(code));
await say('stdout', { ready: true });

async function execute(code: string): Promise<void> {
  const status = await evaluate(code);
  await Promise.all([say('stdout', { end: status }), say('stderr', { end: status })]);
}

async function evaluate(code: string): Promise<'ok' | 'error'> {
  const said = await evaluated(code);
  if (said === null) {
    await say('stdout', { error: stopped });
    return 'error';
  }
  const value = meant(said.exceptionDetails?.exception ?? said.result);
  if (said.exceptionDetails !== undefined) {
    await say('stdout', { error: thrown(value) });
    return 'error';
  }
  if (value !== undefined) await say('stdout', { result: shown(value) });
  return 'ok';
}

/** Null when it was stopped from outside. */
async function evaluated(expression: string): Promise<Runtime.EvaluateReturnType | null> {
  return await new Promise((resolve) => {
    const asked: Runtime.EvaluateParameterType & { replMode: true } = {
      expression,
      replMode: true,
      awaitPromise: true,
      objectGroup: 'cell',
    };
    session.post('Runtime.evaluate', asked, (error, said) => resolve(error === null ? said : null));
  });
}

/** What the inspector only describes, itself. */
function meant({ objectId, unserializableValue, value }: Runtime.RemoteObject): unknown {
  const argument =
    objectId !== undefined ? { objectId } : unserializableValue !== undefined ? { unserializableValue } : { value };
  taken = undefined;
  session.post('Runtime.callFunctionOn', {
    objectId: world,
    functionDeclaration: 'function (value) { this[Symbol.for("firmloop.take")](value); }',
    arguments: [argument],
  });
  session.post('Runtime.releaseObjectGroup', { objectGroup: 'cell' });
  return taken;
}

/** Says something between what is printed. */
async function say(stream: keyof typeof streams, frame: Frame): Promise<void> {
  await new Promise<void>((resolve) => void streams[stream](`\0${token}${JSON.stringify(frame)}\0`, () => resolve()));
}
