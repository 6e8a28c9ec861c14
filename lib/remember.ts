/**
 * Keeps what a key stands for, for keys whose meaning never changes, such as a hash or a commit. Who asks while it is being
 * made waits for that. Of more than `most` the oldest is forgotten; what fails, or does not last, is not kept.
 */
export function remember<T>(
  most: number,
  lasts: (made: T) => boolean = () => true,
): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>();

  async function kept(key: string, making: Promise<T>): Promise<T> {
    known.set(key, making);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    const isLasting = await making.then(lasts, () => false);
    if (!isLasting && known.get(key) === making) known.delete(key);
    return await making;
  }

  return async (key, make) => {
    const others = known.get(key);
    const made = others && (await others.catch(() => undefined));
    return made !== undefined && lasts(made) ? made : await kept(key, make());
  };
}
