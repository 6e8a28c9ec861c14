import type { PgBoss } from 'pg-boss';
import { queueOptions } from '#server/db/pgboss.ts';

export interface Serving {
  readonly queues: readonly string[];
  /** Workers of each queue. */
  readonly slots: number;
  /** Works off one job. */
  readonly take: (activityId: string) => Promise<void>;
  /** False once nothing new is to be taken. */
  readonly takesMore: () => boolean;
}

const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 };

/** Takes jobs from the queues from now on, until the boss is stopped. */
export async function serveQueues(boss: PgBoss, serving: Serving): Promise<void> {
  for (const queue of serving.queues) {
    await boss.createQueue(queue, queueOptions);
    for (let slot = 0; slot < serving.slots; slot += 1) await serveSlot(boss, queue, serving);
  }
}

async function serveSlot(boss: PgBoss, queue: string, { take, takesMore }: Serving): Promise<void> {
  let worker = '';
  worker = await boss.work<{ activityId: string }>(queue, polling, async ([job]) => {
    if (job === undefined || !takesMore()) return;
    await take(job.data.activityId);
    // Else it would sleep before it looks again, however many jobs are waiting.
    if (takesMore()) boss.notifyWorker(worker);
  });
}
