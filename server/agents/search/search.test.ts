import { describe, expect, test } from 'vitest';
import type { Proposal } from '../agent.ts';
import { searchAgent } from './search.ts';
import { searchTask, tapTests } from './testing.ts';

const ring = {
  'include/ring.h':
    '#define SIZE 4\nint after(int slot);\nint is_full(int count);\nint distance(int head, int tail);\n',
  'tests/test_ring.c': tapTests('ring.h', {
    goes_on: 'after(0) == 1 && after(2) == 3',
    goes_around: 'after(3) == 0',
    is_full_at_its_size: 'is_full(4) && !is_full(3)',
    tells_a_distance: 'distance(3, 1) == 2',
  }),
};

const sound = `#include "ring.h"

int after(int slot)
{
    return (slot + 1) % SIZE;
}

int is_full(int count)
{
    return count >= SIZE;
}

int distance(int head, int tail)
{
    return head - tail;
}
`;

function changed(...edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((text, [from, to]) => text.replace(from, to), sound);
}

function added({ outcome, ...proposal }: Proposal): string {
  const diff =
    'diff' in proposal ? proposal.diff.toString('utf8') : `${outcome}: ${'reason' in proposal ? proposal.reason : ''}`;
  return diff
    .split('\n')
    .filter((line) => /^[+-](?![+-])/.test(line) || !('diff' in proposal))
    .join('\n');
}

describe('search', () => {
  test('finds the one faulty line of a project by what its tests execute, and mends it', async () => {
    const { task, heard } = await searchTask({ ...ring, 'src/ring.c': changed(['% SIZE', '% (SIZE - 1)']) });
    const analysis = await searchAgent.analyse(task);
    expect(analysis.summary).toMatch(/src\/ring\.c:5 .*executed/);
    expect(heard.records.get('suspicious-lines')).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ path: 'src/ring.c', line: 5, passing: 0 })]),
    });

    const proposal = await searchAgent.propose(task);
    expect(added(proposal)).toBe('-    return (slot + 1) % (SIZE - 1);\n+    return (slot + 1) % SIZE;');
    expect(proposal).toMatchObject({ outcome: 'patch', summary: expect.stringMatching(/^plausible: .*mends 2 of 2/) });
    expect(heard.records.get('search-progress')).toMatchObject({ fates: { improves: expect.any(Number) } });
    const helped = heard.knowledge.filter(({ improved }) => improved > 0).map(({ operator }) => operator);
    expect(helped).toContain('off-by-one');
  }, 60_000);

  test('mends one of several faults and leaves the others to the next iteration', async () => {
    const { task } = await searchTask({
      ...ring,
      'src/ring.c': changed(['% SIZE', '% (SIZE - 1)'], ['count >=', 'count >']),
    });
    expect(await searchAgent.propose(task)).toMatchObject({
      outcome: 'patch',
      summary: expect.stringMatching(/mends [123] of 3/),
    });
  }, 60_000);

  test('gives up with what was tried when no edit helps', async () => {
    const impossible = {
      ...ring,
      'tests/test_ring.c': tapTests('ring.h', { holds: 'after(0) == 1', never: 'after(0) == 77123' }),
    };
    const { task } = await searchTask({ ...impossible, 'src/ring.c': sound }, { max_candidates: 12 });
    expect(await searchAgent.propose(task)).toMatchObject({
      outcome: 'gave-up',
      reason: expect.stringMatching(/12 tried/),
    });
  }, 60_000);

  test('gives up when nothing fails', async () => {
    const { task } = await searchTask({ ...ring, 'src/ring.c': sound });
    expect(await searchAgent.propose(task)).toMatchObject({
      outcome: 'gave-up',
      reason: expect.stringMatching(/all 4 tests pass/),
    });
  }, 60_000);
});

describe('code that does not build', () => {
  test.each<[string, [string, string][], RegExp[]]>([
    ['a semicolon', [['% SIZE;', '% SIZE']], [/^\+ {4}return \(slot \+ 1\) % SIZE;$/m]],
    ['a closing brace', [['return count >= SIZE;\n}', 'return count >= SIZE;']], [/^\+\}$/m]],
    ['a letter', [['count >= SIZE', 'coun >= SIZE']], [/^\+ {4}return count >= SIZE;$/m]],
    ['a parenthesis', [['(slot + 1)', '(slot + 1']], [/^\+.*\)/m]],
    ['an include', [['#include "ring.h"\n', '']], [/^\+#include "ring.h"$/m]],
    [
      'several things',
      [
        ['% SIZE;', '% SIZE'],
        ['count >= SIZE', 'coun >= SIZE'],
        ['head - tail;', 'head - tail'],
      ],
      [/% SIZE;$/m, /\+.*count >=/, /\+.*head - tail;$/m],
    ],
  ])(
    'is mended where it lacks %s',
    async (_, edits, adds) => {
      const { task } = await searchTask({ ...ring, 'src/ring.c': changed(...edits) });
      const diff = added(await searchAgent.propose(task));
      for (const line of adds) expect(diff).toMatch(line);
    },
    60_000,
  );

  test('is told and not guessed when the linker misses a function', async () => {
    const { task } = await searchTask({
      ...ring,
      'src/ring.c': changed([sound.slice(sound.indexOf('int distance')), '']),
    });
    expect(await searchAgent.propose(task)).toMatchObject({
      outcome: 'gave-up',
      reason: expect.stringMatching(/linker misses distance/),
    });
  }, 60_000);
});
