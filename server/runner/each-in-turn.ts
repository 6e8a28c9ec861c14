/** Works on one thing after the other. One that fails does not keep the others waiting: its error is thrown at the end. */
export async function eachInTurn<T>(things: readonly T[], work: (thing: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const thing of things) await work(thing).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
