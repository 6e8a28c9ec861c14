/** The activities that a runner is working on, each with the signal that stops it. */
export interface InHand {
  take(activityId: string): { readonly signal: AbortSignal; release(): void };
  /** Stops one, for a reason that its end is reported with. */
  stop(activityId: string, reason: StopReason): void;
  stopAll(reason: StopReason): void;
  readonly size: number;
}

export type StopReason = 'cancelled' | 'frozen' | 'draining';

export function createInHand(): InHand {
  const hands = new Map<string, AbortController>();
  return {
    take(activityId) {
      const controller = new AbortController();
      hands.set(activityId, controller);
      return { signal: controller.signal, release: () => hands.delete(activityId) };
    },
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
