import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firmwareLoop } from '#lib/machines/firmware-loop/index.ts';
import { calmInput } from '#lib/machines/firmware-loop/testing/script.ts';
import { advance } from './advance.ts';
import { begin } from './drive.ts';
import type { Envelope } from './envelope.ts';
import type { RunEvent } from './events.ts';
import type { Json } from './json.ts';
import { plain } from './plain.ts';
import { statePath } from './state-path.ts';
import type { TransitionFact } from './step.ts';

const input = firmwareLoop.input.parse({ ...calmInput, baseCommit: 'base' }) as Json;

/** The transition that an event takes a run of the firmware loop by, right after its start. */
function taken(event: { readonly type: string; readonly [field: string]: Json }): TransitionFact | undefined {
  const started = apply(begin(firmwareLoop, input, 1, 'ada').next, { type: 'START', at: 1 });
  return apply(started.next, { ...event, at: 2 }).transitions.at(-1);
}

function apply(envelope: Envelope, event: RunEvent) {
  const offer = advance(firmwareLoop, envelope, event, 'ada');
  if (offer.fate !== 'applied') throw new Error(`${event.type} is ${offer.fate}`);
  return offer.step;
}

test('the order of the fields of an event, which no JSON column keeps, changes nothing', () => {
  const limits = (changes: Json) => taken({ type: 'control.limits', by: 'eve', reason: 'more', changes });
  expect(limits({ max_iterations: 9, mode: 'ci' })).toEqual(limits({ mode: 'ci', max_iterations: 9 }));
});

test('parallel states have one path, whatever order they are stored in', () => {
  expect(statePath({ TALK: 'loud', WALK: 'slow' })).toBe(statePath({ WALK: 'slow', TALK: 'loud' }));
});

test('a reason that cuts a character in two can still be stored', () => {
  const cut = taken({ type: 'control.message', by: 'eve', text: `${'a'.repeat(199)}😀` });
  expect(cut?.reason.isWellFormed()).toBe(true);
});

/** What a JSON column gives back for a value. */
function throughJson(value: unknown): Json {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? null : (JSON.parse(text) as Json);
}

const anything = fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true });

test('anything is made plain as JSON does it, whatever it was before', () => {
  fc.assert(
    fc.property(anything, anything, (value, other) => {
      const before = plain(other);
      expect(plain(value, before)).toEqual(throughJson(value));
      expect(JSON.stringify(plain({ b: value, a: value }, before))).toBe(JSON.stringify(plain({ a: value, b: value })));
    }),
  );
});

test('a name that objects inherit is one like any other', () => {
  const odd = JSON.parse('{"__proto__":{"constructor":1},"constructor":2}') as Json;
  expect(JSON.stringify(plain(odd, plain(odd)))).toBe(JSON.stringify(odd));
});

test('what has stayed the same is not copied', () => {
  const before = plain({ kept: { b: 1, a: [2] }, changed: { c: 3 } }) as { kept: Json; changed: Json };
  const after = plain({ ...before, changed: { c: 4 } }, before) as typeof before;
  expect(after).toEqual({ kept: { a: [2], b: 1 }, changed: { c: 4 } });
  expect(after.kept).toBe(before.kept);
});
