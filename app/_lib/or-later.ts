/** What a part of a page starts with; undefined where that cannot be read now: the part then asks again itself, and says why not. */
export async function orLater<T>(answer: Promise<T>): Promise<T | undefined> {
  return await answer.catch(() => undefined);
}
