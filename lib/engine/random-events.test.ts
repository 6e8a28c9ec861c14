import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toyMachine } from '#server/testing/toy-machine.ts';
import { advance } from './advance.ts';
import { begin } from './drive.ts';
import type { Envelope } from './envelope.ts';
import type { RunEvent } from './events.ts';
import type { Json } from './json.ts';
import { type LoggedEvent, replay } from './replay.ts';
import type { TransitionFact } from './step.ts';
import {
  brainSessionUnderTest,
  firmwareLoopUnderTest,
  prdAgentUnderTest,
  stagedWorkflowUnderTest,
  taskOrchestratorUnderTest,
  toyUnderTest,
} from './testing/machines-under-test.ts';
import { type MachineUnderTest, nextMove } from './testing/random-moves.ts';

const contextLimit = 8_192;

const machines: readonly { under: MachineUnderTest; moves: number; runs: number }[] = [
  { under: toyUnderTest(toyMachine), moves: 120, runs: 150 },
  { under: firmwareLoopUnderTest, moves: 250, runs: 40 },
  { under: taskOrchestratorUnderTest, moves: 200, runs: 60 },
  { under: stagedWorkflowUnderTest, moves: 200, runs: 60 },
  { under: prdAgentUnderTest, moves: 200, runs: 60 },
  { under: brainSessionUnderTest, moves: 200, runs: 60 },
];

test.each(machines)(
  'whatever comes to $under.definition.id in whatever order, its log folds to what is stored',
  ({ under, moves, runs }) => {
    fc.assert(
      fc.property(under.input, fc.gen(), (input, draw) => {
        const { definition } = under;
        const created = { input: stored(definition.input.parse(input) as Json), at: 1_000, by: 'ada' };
        const first = begin(definition, created.input, created.at, created.by);
        let envelope: Envelope = stored(first.next);
        const transitions: TransitionFact[] = [...first.transitions];
        const log: LoggedEvent[] = [];
        const events: RunEvent[] = [{ type: under.firstEvent, at: created.at }];
        for (let count = 0; count < moves; count += 1) {
          const { type, payload } = nextMove(under, envelope, draw);
          const event = events.shift() ?? { ...payload, type, at: created.at + count * 700 };
          const offer = advance(definition, envelope, event, 'ada');
          if (offer.fate !== 'applied') continue;
          envelope = stored(offer.step.next);
          transitions.push(...offer.step.transitions);
          log.push({ seq: log.length + 1, event, actor: 'ada' });
          expect(envelope.transitions).toBe(transitions.length);
          expect(JSON.stringify(envelope.context).length).toBeLessThan(contextLimit);
          expect(offer.step.ending === null).toBe(envelope.status === 'active');
        }
        expect(contiguous(transitions)).toBe(true);
        const folded = replay(definition, created, stored(log));
        if (!folded.ok) throw new Error(`event ${folded.atSeq}: ${folded.reason}`);
        expect(folded.envelope).toEqual(envelope);
        expect(folded.transitions).toEqual(stored(transitions));
      }),
      { numRuns: runs },
    );
  },
  60_000,
);

/** Each transition begins where the one before ended. */
function contiguous(transitions: readonly TransitionFact[]): boolean {
  return transitions.every(({ from }, at) => at === 0 || transitions[at - 1]?.to === from);
}

/** As a JSON column gives it back: Postgres sorts the keys, the shorter ones first. */
function stored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
      : inner,
  ) as T;
}
