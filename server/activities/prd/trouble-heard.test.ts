import { expect, test } from 'vitest';
import { listeningTo } from './trouble-heard.ts';

const silent = { write: () => undefined, say: () => undefined, close: async () => [] };

test.each<[string, readonly string[], string | null]>([
  [
    'a check that failed before make gave up',
    ['ok: one\nFAIL: two\n', 'make: *** [Makefile:9: test] Error 1\n'],
    'FAIL: two',
  ],
  ['a compiler, in pieces', ['src/a.c:3:1: err', 'or: expected ;\nmore\n'], 'src/a.c:3:1: error: expected ;'],
  ['make alone', ['make: *** No rule to make target\n'], 'make: *** No rule to make target'],
  ['nothing', ['all is well\n'], null],
])('of what is printed %s is heard', async (_, pieces, heard) => {
  const listening = listeningTo(silent);
  for (const piece of pieces) await listening.log.write('stdout', Buffer.from(piece));
  expect(listening.heard()).toBe(heard);
});
