import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWants } from './parse-wants.ts';
import { isFree, type PlanBoard, plan, positionOf, suits, type Turn, type Waiting } from './plan.ts';
import { matches, selectorText, whyNone } from './selector.ts';

const minute = 60_000;

function board(name: string, fields: Partial<PlanBoard> = {}): PlanBoard {
  const same = { id: name, name, type: 't', site: 's', serial: null, tags: [], host: null, usable: true, busy: [] };
  return { ...same, ...fields };
}

function waiting(id: string, wants: string, fields: Partial<Waiting> = {}): Waiting {
  const same = { minutes: 10, from: 0, sites: null, hosts: null, prefer: [], avoid: [] };
  return { id, wants: parseWants(wants), ...same, ...fields };
}

const busyUntil = (n: number) => [{ from: 0, to: n * minute }];

test.each<[string, PlanBoard[], Waiting[], [number | null, string[]][]]>([
  ['a free board is given now', [board('a')], [waiting('x', 'a')], [[0, ['a']]]],
  [
    'a taken board is given when it is free',
    [board('a', { busy: busyUntil(5) })],
    [waiting('x', 'type=t')],
    [[5, ['a']]],
  ],
  [
    'the second in the queue comes after the first',
    [board('a')],
    [waiting('x', 'a'), waiting('y', 'a')],
    [
      [0, ['a']],
      [10, ['a']],
    ],
  ],
  [
    'several boards are given together',
    [board('a'), board('b', { busy: busyUntil(7) })],
    [waiting('x', '2 type=t')],
    [[7, ['a', 'b']]],
  ],
  [
    'wants that compete for a board are matched',
    [board('a', { tags: ['can'] }), board('b')],
    [waiting('x', 'type=t, tag=can')],
    [[0, ['b', 'a']]],
  ],
  [
    'who is over by then goes before who must wait for another board',
    [board('a'), board('b', { busy: busyUntil(30) })],
    [waiting('x', 'a, b'), waiting('y', 'a', { minutes: 30 }), waiting('z', 'a', { minutes: 31 })],
    [
      [30, ['a', 'b']],
      [0, ['a']],
      [40, ['a']],
    ],
  ],
  [
    'a later reservation is not run into',
    [board('a', { busy: [{ from: 5 * minute, to: 9 * minute }] })],
    [waiting('x', 'a')],
    [[9, ['a']]],
  ],
  ['a board that nobody reaches is not given', [board('a', { usable: false })], [waiting('x', 'a')], [[null, []]]],
  ['a board at another site is not given', [board('a')], [waiting('x', 'a', { sites: ['r'] })], [[null, []]]],
  [
    'a board at another host is not given to a run',
    [board('a', { host: 'h' })],
    [waiting('x', 'a', { hosts: ['i'] })],
    [[null, []]],
  ],
  [
    'a board that has just failed is avoided',
    [board('a'), board('b')],
    [waiting('x', 'type=t', { avoid: ['a'] })],
    [[0, ['b']]],
  ],
  [
    'the board of before is preferred',
    [board('a'), board('b')],
    [waiting('x', 'type=t', { prefer: ['b'] })],
    [[0, ['b']]],
  ],
  [
    'special boards are kept for who needs them',
    [board('a', { tags: ['can'] }), board('b')],
    [waiting('x', 'type=t')],
    [[0, ['b']]],
  ],
])('%s', (_, boards, queue, turns) => {
  expect(
    plan(0, boards, queue).map(({ from, boards: given }) => [from === null ? null : from / minute, given]),
  ).toEqual(turns);
});

test('a place in the queue counts only those who want the same boards', () => {
  const boards = [board('a'), board('b')];
  const queue = [waiting('x', 'a'), waiting('y', 'b'), waiting('z', 'a')];
  expect(['x', 'y', 'z', 'nobody'].map((id) => positionOf(boards, queue, id))).toEqual([1, 1, 2, null]);
});

const names = ['a', 'b', 'c'];
const situation = fc.record({
  boards: fc.tuple(
    ...names.map((name) =>
      fc.record({
        name: fc.constant(name),
        tags: fc.subarray(['can', 'usb']),
        usable: fc.boolean(),
        busy: fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 10 })), { maxLength: 3 }),
      }),
    ),
  ),
  queue: fc.array(
    fc.record({
      wants: fc.array(fc.subarray(['can', 'usb']), { minLength: 1, maxLength: 2 }),
      minutes: fc.integer({ min: 1, max: 12 }),
      from: fc.nat(10),
    }),
    { maxLength: 5 },
  ),
});

/** Every way to give each want a board of its own. */
function ways(suiting: readonly (readonly string[])[]): string[][] {
  const [first, ...rest] = suiting;
  if (first === undefined) return [[]];
  return first.flatMap((one) =>
    ways(rest.map((some) => some.filter((other) => other !== one))).map((way) => [one, ...way]),
  );
}

/** Minute by minute, trying every way: slow, and hard to get wrong. */
function reference(boards: readonly PlanBoard[], queue: readonly Waiting[]): (number | null)[] {
  const taken = boards.map((one) => ({ ...one, busy: [...one.busy] }));
  return queue.map((one) => {
    for (let from = one.from; from <= 300 * minute; from += minute) {
      const stretch = { from, to: from + one.minutes * minute };
      const free = taken.filter((other) => isFree(other, stretch));
      const [way] = ways(one.wants.map((want) => free.filter((other) => suits(other, want, one)).map(({ id }) => id)));
      if (way !== undefined) return from;
    }
    return null;
  });
}

/** As `plan` has done so far, with its turns as what is taken. */
function afterTurns(boards: readonly PlanBoard[], queue: readonly Waiting[], turns: readonly Turn[]): PlanBoard[] {
  return boards.map((one) => ({
    ...one,
    busy: [
      ...one.busy,
      ...turns.flatMap(({ from, boards: given }, index) =>
        from === null || !given.includes(one.id) ? [] : [{ from, to: from + (queue[index]?.minutes ?? 0) * minute }],
      ),
    ],
  }));
}

test('each gets the earliest time there is after those before it, on boards that are free then and suit it', () => {
  fc.assert(
    fc.property(situation, ({ boards: given, queue: asked }) => {
      const boards = given.map(({ busy, ...rest }) =>
        board(rest.name, {
          ...rest,
          busy: busy.map(([from, long]) => ({ from: from * minute, to: (from + long) * minute })),
        }),
      );
      const queue = asked.map(({ wants, minutes, from }, index) =>
        waiting(String(index), 'a', { wants: wants.map((tags) => ({ tags })), minutes, from: from * minute }),
      );
      const turns = plan(0, boards, queue);
      for (const [index, turn] of turns.entries()) {
        const before = afterTurns(boards, queue, turns.slice(0, index));
        const mine = queue[index];
        if (mine === undefined) continue;
        expect(turn.from).toBe(reference(before, [mine])[0]);
        if (turn.from === null) continue;
        expect(new Set(turn.boards).size).toBe(mine.wants.length);
        for (const [want, id] of turn.boards.entries()) {
          const chosen = before.find((one) => one.id === id);
          const wanted = mine.wants[want];
          expect(chosen && wanted && suits(chosen, wanted, mine)).toBe(true);
          expect(chosen && isFree(chosen, { from: turn.from, to: turn.from + mine.minutes * minute })).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['stm32-01', [{ name: 'stm32-01', tags: [] }]],
  ['type=stm32f4 tag=can tag=rev=b', [{ type: 'stm32f4', tags: ['can', 'rev=b'] }]],
  [
    'type=a, type=b site=berlin',
    [
      { type: 'a', tags: [] },
      { type: 'b', site: 'berlin', tags: [] },
    ],
  ],
  [
    '2 type=a',
    [
      { type: 'a', tags: [] },
      { type: 'a', tags: [] },
    ],
  ],
  ['serial=0006', [{ serial: '0006', tags: [] }]],
])('%s is read', (text, wants) => {
  expect(parseWants(text)).toEqual(wants);
  expect(parseWants(wants.map(selectorText).join(', '))).toEqual(wants);
});

test.each([
  ['', /Say which board/],
  ['colour=red', /begins with none of name=/],
  ['type=a type=b', /named twice/],
  ['99 type=a', /no number of boards/],
  ['tag=', /Too small|at least|must/i],
])('%j is refused', (text, says) => {
  expect(() => parseWants(text)).toThrow(says);
});

test.each([
  ['tag=x', 'no board has the tag x'],
  ['type=z tag=can', 'no board is of the type z'],
  ['site=s tag=can type=u', 'no board is type=u site=s tag=can all at once'],
  ['tag=can', null],
])('of %s it is said why there is none', (text, says) => {
  const boards = [board('a', { tags: ['can'] }), board('b', { type: 'u' })];
  const [want] = parseWants(text);
  expect(want && whyNone(boards, want)).toBe(says);
  expect(boards.some((one) => want && matches(one, want))).toBe(says === null);
});
