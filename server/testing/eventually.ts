import { setTimeout as delay } from 'node:timers/promises';

/** Asks again until the answer is not `undefined` or false; fails with the question's name after the limit. */
export async function eventually<T>(
  question: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 45_000,
  everyMs = 20,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${limitMs} ms: ${question}`);
    await delay(everyMs);
  }
}
