import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Successor } from '#server/engine/chain.ts';
import type { StartedActivity } from '#server/engine/step-payload.ts';
import type { HeldActivity } from '#server/store/claim-activity.ts';
import { type Begun, type BegunAhead, beginAhead } from './begun.ts';
import { endOf, handed, type Work } from './work.ts';

/** What a runner that expects to be handed the next activities of a run begins of them before it is. */
export interface Succession extends Successor {
  /** The activity that was begun ahead and then handed over: it goes on, whatever becomes of the report that began it. Given once. */
  next(): Begun | null;
  /** Lets go of what was not handed over. */
  abandon(): void;
}

export function createSuccession(work: Work, held: HeldActivity): Succession {
  const begun = new Map<string, BegunAhead>();
  let next: Begun | null = null;

  function beginOne(beginning: StartedActivity, start: Promise<void>): BegunAhead | null {
    const one = beginAhead(work, handed(held, beginning), start);
    if (one !== null) begun.set(beginning.id, one);
    return one;
  }

  return {
    async instantly(beginning) {
      if (work.activity(beginning.name)?.begins !== 'instant') return null;
      const startedAt = performance.now();
      const result = await beginOne(beginning, Promise.resolve())?.onTheSpot();
      // What failed may have another attempt, which is counted from a first one that is known.
      if (!result?.ok) return null;
      const { output, artifacts = [] } = result;
      return { event: endOf(beginning, result), output, artifacts, ms: performance.now() - startedAt };
    },
    ahead([first]) {
      // The step goes out first.
      if (first !== undefined && !begun.has(first.id)) beginOne(first, nextTurn());
    },
    written({ passed, claimed }) {
      for (const [id, one] of begun) {
        if (claimed.includes(id)) {
          one.confirm();
          next = one;
        } else if (passed.includes(id)) one.hand.release();
        else one.abandon();
      }
      begun.clear();
    },
    next() {
      const handedOver = next;
      next = null;
      return handedOver;
    },
    abandon() {
      for (const one of begun.values()) one.abandon();
      begun.clear();
    },
  };
}
