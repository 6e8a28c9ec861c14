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
