import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Successor } from '#server/engine/chain.ts';
import type { StartedActivity } from '#server/engine/step-payload.ts';
import { nothingKept } from '#server/engine/unwritten.ts';
import type { HeldActivity } from '#server/store/claim-activity.ts';
import { type Ahead, type Begun, type BegunAhead, beginAhead } from './begun.ts';
import { runnerTunables } from './tunables.ts';
import { endOf, handed, type Work } from './work.ts';

/** What a runner that expects to be handed the next activities of a run begins of them before it is. */
export interface Succession extends Successor {
  /** The activity that was begun ahead and then handed over: it goes on, whatever becomes of the report that began it. Given once. */
  next(): Begun | null;
  /** Lets go of what was not handed over. */
  abandon(): Promise<void>;
}

export function createSuccession(work: Work, held: HeldActivity): Succession {
  const begun = new Map<string, BegunAhead>();
  let next: Begun | null = null;

  function beginOne(beginning: StartedActivity, how: Omit<Ahead, 'aheadOf'>): BegunAhead | null {
    const one = beginAhead(work, handed(held, beginning), { ...how, aheadOf: held.id });
    if (one !== null) begun.set(beginning.id, one);
    return one;
  }

  function mayChangeTree({ name, idempotent }: StartedActivity): boolean {
    return idempotent && work.activity(name)?.begins === 'ahead';
  }

  async function abandonAll(): Promise<void> {
    const all = [...begun.values()];
    begun.clear();
    await Promise.all(all.map((one) => one.abandon()));
  }

  return {
    async instantly(beginning, { mayWork, atWork, unwritten }) {
      const { begins, endsAhead = false } = work.activity(beginning.name) ?? {};
      const changesTree = mayWork && endsAhead && mayChangeTree(beginning);
      if (!changesTree && begins !== 'instant') return null;
      const startedAt = performance.now();
      const one = beginOne(beginning, { unwritten, changesTree });
      if (one === null) return null;
      if (changesTree) void one.reached.then(atWork);
      const over = await one.onTheSpot(changesTree ? runnerTunables.heldMs : runnerTunables.patienceMs);
      // What failed may have another attempt, which is counted from a first one that is known; what was stopped gives no result.
      if (!over?.result.ok || one.hand.signal.aborted) return null;
      const { result, rest } = over;
      const { output, kept = nothingKept } = result;
      const ms = performance.now() - startedAt;
      return { event: endOf(beginning, result), output, kept, ms, rest, hasWorked: changesTree };
    },
    ahead(first, { isAlone, unwritten }) {
      const changesTree = isAlone && mayChangeTree(first);
      // What only reads waits a turn, in which the step may go out.
      const one =
        begun.get(first.id) ??
        beginOne(first, { unwritten, ...(changesTree ? { changesTree } : { start: nextTurn() }) });
      return one?.changesTree ? { id: first.id, reached: one.reached } : null;
    },
    async written({ passed, claimed }) {
      for (const [id, one] of begun) {
        if (claimed.includes(id)) {
          one.confirm();
          next = one;
        } else if (passed.includes(id)) one.hand.release();
        else continue;
        begun.delete(id);
      }
      await abandonAll();
    },
    next() {
      const handedOver = next;
      next = null;
      return handedOver;
    },
    abandon: abandonAll,
  };
}
