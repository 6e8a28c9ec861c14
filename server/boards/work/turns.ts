/** Does things one after the other that share a key, and things with different keys at the same time. */
export interface Turns {
  /** Never rejects: what a thing comes to is its own affair. */
  add(key: string, thing: () => Promise<void>): void;
  /** Settles when nothing is left to do. */
  settled(): Promise<void>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    add(key, thing) {
      const before = last.get(key) ?? Promise.resolve();
      const mine: Promise<void> = before
        .then(thing)
        .catch(() => undefined)
        .finally(() => last.get(key) === mine && last.delete(key));
      last.set(key, mine);
    },
    async settled() {
      while (last.size > 0) await Promise.all(last.values());
    },
  };
}
