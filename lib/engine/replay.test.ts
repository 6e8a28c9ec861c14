import { expect, test } from 'vitest';
import { firmwareLoop } from '#lib/machines/firmware-loop/index.ts';
import { calmInput } from '#lib/machines/firmware-loop/testing/script.ts';
import { replay } from './replay.ts';

const created = { input: firmwareLoop.input.parse(calmInput), at: 0, by: 'ada' } as const;
const start = { seq: 1, event: { type: 'START', at: 1 }, actor: 'ada' };

test('a log with a result that the machine cannot read says so, at the event that holds it', () => {
  const odd = { seq: 2, event: { type: 'xstate.done.actor.load-config', visit: 1, at: 2 }, actor: 'runner' };
  expect(replay(firmwareLoop, created as never, [start, odd])).toMatchObject({
    ok: false,
    atSeq: 2,
    reason: expect.stringMatching(/load-config was applied then, and would now be unreadable to this machine/),
  });
});

test('a log with an event that the machine does not take there says so', () => {
  expect(replay(firmwareLoop, created as never, [start, { ...start, seq: 2 }])).toMatchObject({ ok: false, atSeq: 2 });
});
