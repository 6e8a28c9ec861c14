import { expect, test } from 'vitest';
import { firmwareLoop } from '#lib/machines/firmware-loop/index.ts';
import { calmInput } from '#lib/machines/firmware-loop/testing/script.ts';
import { advance } from './advance.ts';
import { begin } from './drive.ts';
import type { Envelope } from './envelope.ts';
import type { RunEvent } from './events.ts';
import type { Json } from './json.ts';
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
