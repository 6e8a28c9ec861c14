/**
 * Keeps what a key stands for, for keys whose meaning never changes, such as a hash or a commit. Who asks while it is being
 * made waits for that. Of more than `most` the oldest is forgotten; what fails, or does not last, is not kept, and one of those
 * who waited makes it anew.
 */
export function remember<T>(
  most: number,
  lasts: (made: T) => boolean = () => true,
): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new Map<string, T>();
  const underWay = new Map<string, Promise<T>>();

  async function keep(key: string, making: Promise<T>): Promise<T> {
    underWay.set(key, making);
    try {
      const made = await making;
      if (lasts(made)) known.set(key, made);
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      return made;
    } finally {
      underWay.delete(key);
    }
  }

  return async (key, make) => {
    const made = known.get(key);
    if (made !== undefined) return made;
    for (let others = underWay.get(key); others !== undefined; others = underWay.get(key)) {
      const shared = await others.catch(() => undefined);
      if (shared !== undefined && lasts(shared)) return shared;
    }
    return await keep(key, make());
  };
}
