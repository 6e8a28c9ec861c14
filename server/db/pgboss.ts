import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** Jobs that any runner may take. It exists from the start: a run can be created before the first runner comes. */
export const anywhereQueue = 'activity/any';

/** What the engine does itself, pg-boss must not: no retries. Waiting runners are told of new jobs. */
export const queueOptions = { notify: true, retryLimit: 0 } as const;

/** Each of its workers reports each failed look; of the same error so much time passes between two lines of the log, milliseconds. */
const sameErrorEveryMs = 60_000;

/** pg-boss on the shared database. Retries, time-outs and schedules of activities are the engine's, so it only distributes. */
export function openBoss(databaseUrl: string, log: Pick<Logger, 'warn'>): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'firmloop-jobs',
    schema: 'pgboss',
    useListenNotify: true,
    max: 4,
  });
  const saidAt = new Map<string, number>();
  boss.on('error', (error) => {
    const kind = error.message.replace(/\(Queue: .*\)$/, '');
    if (Date.now() - (saidAt.get(kind) ?? 0) < sameErrorEveryMs) return;
    saidAt.set(kind, Date.now());
    log.warn({ err: error }, 'pg-boss reported an error; it goes on polling');
  });
  return boss;
}

/** Creates or upgrades pg-boss's own schema with the queues; safe to call from several processes at once. */
export async function installBoss(databaseUrl: string, queues: readonly string[] = []): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    max: 1,
  });
  boss.on('error', () => undefined);
  await boss.start();
  for (const queue of [anywhereQueue, ...queues]) await boss.createQueue(queue, queueOptions);
  await boss.stop({ graceful: false });
}
