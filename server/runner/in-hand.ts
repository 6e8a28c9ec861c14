/** The activities that a runner is working on, each with the signal that stops it. */
export interface InHand {
  /** Null for one that this process has taken before: whatever brings it twice, it is done once. */
  take(activityId: string): Hand | null;
  holds(activityId: string): boolean;
  /** Whether this process has ever taken it. */
  knows(activityId: string): boolean;
  /** Stops one, for a reason that its end is reported with. */
  stop(activityId: string, reason: StopReason): void;
  stopAll(reason: StopReason): void;
  readonly size: number;
}

export interface Hand {
  readonly signal: AbortSignal;
  release(): void;
  /** Stops what was never this process's. */
  stop(): void;
  /** Lets go of it once it is over: whatever brings it later brings it for the first time. */
  discard(): void;
}

export type StopReason = 'cancelled' | 'frozen' | 'draining';

/** Far more than can be on their way to a runner at one time. */
const remembered = 10_000;

export function createInHand(): InHand {
  const hands = new Map<string, AbortController>();
  const known = new Set<string>();
  return {
    take(activityId) {
      if (known.has(activityId)) return null;
      known.add(activityId);
      const [oldest] = known;
      if (known.size > remembered && oldest !== undefined) known.delete(oldest);
      const controller = new AbortController();
      hands.set(activityId, controller);
      return {
        signal: controller.signal,
        release: () => hands.delete(activityId),
        stop: () => controller.abort('cancelled'),
        discard() {
          hands.delete(activityId);
          known.delete(activityId);
        },
      };
    },
    holds: (activityId) => hands.has(activityId),
    knows: (activityId) => known.has(activityId),
    stop(activityId, reason) {
      hands.get(activityId)?.abort(reason);
    },
    stopAll(reason) {
      for (const controller of hands.values()) controller.abort(reason);
    },
    get size() {
      return hands.size;
    },
  };
}
