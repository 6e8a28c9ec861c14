import { waitsFor } from '#lib/machines/waits-for.ts';
import type { Engine } from '#server/engine/engine.ts';
import { carryDecisions } from '#server/review/carry-decisions.ts';
import { type ClaimedDelivery, claimDeliveries } from '#server/store/outbox/claim-deliveries.ts';
import { endDelivery } from '#server/store/outbox/end-delivery.ts';
import { tellOfEndingLeases } from '#server/store/outbox/ending-leases.ts';
import { fanOutNotices, remindOfReviews } from '#server/store/outbox/fan-out.ts';
import { dueWaits, remindOfWait } from '#server/store/outbox/waits.ts';
import type { Outcome } from './carrier.ts';
import { type SendOptions, sendDelivery } from './send-delivery.ts';
import { notifyTunables } from './tunables.ts';

const noticesAtOnce = 100;

/**
 * One round of everything that tells people something: reminders that are due become notices, notices become deliveries,
 * deliveries leave. Any number of processes may do it at once. Gives the milliseconds until the next look.
 */
export async function workOutbox(engine: Engine, options: SendOptions): Promise<number> {
  const { pool } = engine;
  await remindOfReviews(pool);
  await remindOfWaits(engine);
  await tellOfEndingLeases(pool, notifyTunables.boardsEndWithinMs);
  await carryDecisions(engine);
  const notices = await fanOutNotices(pool, { limit: noticesAtOnce, maxAttempts: notifyTunables.maxAttempts });
  // Channels open with the master key alone: a host without it leaves them to others.
  const claimed = options.vault.hasKey()
    ? await claimDeliveries(pool, { limit: notifyTunables.atOnce, leaseMs: notifyTunables.leaseMs })
    : [];
  await Promise.all(claimed.map((delivery) => deliver(engine, delivery, options)));
  return notices === noticesAtOnce || claimed.length > 0 ? 0 : notifyTunables.lookEveryMs;
}

/** A review has its own reminders. For a person is told at once; a board or the clock comes by itself, so only after a while. */
async function remindOfWaits({ pool }: Engine): Promise<void> {
  for (const wait of await dueWaits(pool)) {
    const { person, what } = waitsFor(wait.machine, wait.state);
    await remindOfWait(pool, wait, what !== 'a review' && (person || wait.reminded > 0));
  }
}

async function deliver({ pool }: Engine, delivery: ClaimedDelivery, options: SendOptions): Promise<void> {
  const began = performance.now();
  const outcome = await sendDelivery(delivery, options);
  const { id, attempt } = delivery;
  const ms = performance.now() - began;
  await endDelivery(pool, {
    id,
    attempt,
    ok: outcome.ok,
    detail: outcome.detail,
    ms,
    retryInMs: retryIn(outcome, attempt),
  });
}

function retryIn(outcome: Outcome, attempt: number): number | null {
  if (outcome.ok || outcome.final) return null;
  return notifyTunables.backoffMs[attempt - 1] ?? notifyTunables.backoffMs.at(-1) ?? null;
}
