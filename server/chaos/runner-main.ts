import { join } from 'node:path';
import { pino } from 'pino';
import { runnableActivity } from '#server/activities/activities.ts';
import { openPool } from '#server/db/pool.ts';
import { sandboxStatus } from '#server/process/sandbox-status.ts';
import { keepSandboxesReady } from '#server/process/start-child.ts';
import { endProcessWith } from '#server/runner/end-process.ts';
import { hostIdOf } from '#server/runner/host-id.ts';
import { startRunner } from '#server/runner/runner.ts';
import { chaosEngine } from './chaos-engine.ts';
import { toilActivity } from './toil-activity.ts';

/*
 * The runner's process as `server/runner/main.ts` is, with the toy machine beside the installed ones: its activity leaves
 * a line in a ledger each time it is really done.
 */
const { DATABASE_URL = '', FIRMLOOP_HOME = '', FIRMLOOP_SLOTS = '3' } = process.env;
const slots = Number(FIRMLOOP_SLOTS);
const log = pino({ level: 'info' }, pino.destination({ sync: true }));
const pool = openPool(DATABASE_URL, { max: slots + 4, name: 'firmloop-chaos-runner' });
const toil = toilActivity(join(FIRMLOOP_HOME, 'toil.ledger'));
const closeSpares = keepSandboxesReady();
const runner = await startRunner({
  databaseUrl: DATABASE_URL,
  engine: chaosEngine(pool),
  activity: (name) => (name === 'toil' ? toil : runnableActivity(name)),
  hostId: await hostIdOf(FIRMLOOP_HOME),
  home: FIRMLOOP_HOME,
  slots,
  sandbox: { ...(await sandboxStatus()) },
  redact: (text) => text,
  log,
});

const stop = async (): Promise<void> => {
  await runner.stop();
  await closeSpares();
};
endProcessWith({ ...runner, stop }, pool, log);
process.send?.('ready');
