import { expect, test } from 'vitest';
import { identityOf } from './spare-key.ts';

const file = { dev: 1, ino: 2, birthtimeMs: 3, ctimeMs: 4 };

test('a file that was changed is the same one, and one that got the number of a removed one is another', () => {
  expect(identityOf({ ...file, ctimeMs: 5 })).toEqual(identityOf(file));
  expect(identityOf({ ...file, birthtimeMs: 5 })).not.toEqual(identityOf(file));
});

test('a file of which no birth is known may be another one as soon as it was changed', () => {
  const unknown = { ...file, birthtimeMs: 0 };
  expect(identityOf(unknown)).toEqual(identityOf(unknown));
  expect(identityOf({ ...unknown, ctimeMs: 5 })).not.toEqual(identityOf(unknown));
});
