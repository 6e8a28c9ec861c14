/** Hears what the cells' process is told, in a thread of its own: a cell that never ends keeps the main one from hearing. */
import { Session } from 'node:inspector';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { parentPort } from 'node:worker_threads';

const session = new Session();
session.connectToMainThread();
createInterface({ input: new Socket({ fd: 3 }) }).on('line', (line) => {
  const order = JSON.parse(line) as { op: 'execute'; code: string } | { op: 'interrupt' };
  if (order.op === 'execute') parentPort?.postMessage(order.code);
  else session.post('Runtime.terminateExecution');
});
