/**
 * Keeps what a key stands for, for keys whose meaning never changes, such as a hash or a commit. Of more than `most` the
 * oldest is forgotten; what fails, or does not last, is not kept.
 */
export function remember<T>(
  most: number,
  lasts: (made: T) => boolean = () => true,
): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new Map<string, T>();
  return async (key, make) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const made = await make();
    if (!lasts(made)) return made;
    known.set(key, made);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return made;
  };
}
