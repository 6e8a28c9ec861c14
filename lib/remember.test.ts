import { expect, test } from 'vitest';
import { remember } from './remember.ts';

test('what is known is not made again, what failed is, and the oldest is forgotten', async () => {
  const made: string[] = [];
  const of = remember<string>(2);
  const ask = (key: string) =>
    of(key, async () => {
      made.push(key);
      return key.toUpperCase();
    });
  await expect(of('a', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now');
  expect([await ask('a'), await ask('a'), await ask('b'), await ask('c'), await ask('a')]).toEqual([...'AABCA']);
  expect(made).toEqual([...'abca']);
});

test('who asks while it is being made waits for that, and makes it where that fails', async () => {
  const of = remember<string>(2);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = of('a', () => promise);
  const second = of('a', () => Promise.resolve('made twice'));
  resolve('made once');
  expect(await Promise.all([first, second])).toEqual(['made once', 'made once']);

  const failing = Promise.withResolvers<string>();
  const third = of('b', () => failing.promise);
  let makings = 0;
  const others = Array.from({ length: 4 }, () =>
    of('b', async () => {
      makings += 1;
      return 'made anew';
    }),
  );
  failing.reject(new Error('not now'));
  await expect(third).rejects.toThrow('not now');
  expect(await Promise.all(others)).toEqual(Array.from({ length: 4 }, () => 'made anew'));
  expect(makings).toBe(1);
});
