import { assign, fromPromise, setup } from 'xstate';
import { z } from 'zod';
import type { MachineDefinition } from '#lib/engine/definition.ts';

interface ToyContext {
  readonly rounds: number;
  readonly goal: number;
  readonly notes: readonly string[];
  readonly minutes: number;
}

type ToyEvent =
  | { type: 'START'; at: number }
  | { type: 'ANSWER'; at: number; text: string }
  | { type: 'xstate.done.actor.toil'; output: { amount: number } }
  | { type: 'xstate.error.actor.toil'; error: { code: string } }
  | { type: 'control.abort'; by: string; reason: string }
  | { type: 'control.timeout' }
  | { type: 'control.message'; by: string; text: string }
  | { type: 'control.limits'; changes: { minutes?: number } };

const because = (reason: string) => ({ type: 'because' as const, params: { reason } });

/** The smallest machine with everything the engine offers: it toils `goal` times, asks a person, and is done. */
const machine = setup({
  types: { context: {} as ToyContext, events: {} as ToyEvent, input: {} as { goal: number; minutes: number } },
  actors: { toil: fromPromise<{ amount: number }, { round: number }>(() => Promise.reject(new Error('never run'))) },
  actions: { because: (_, _params: { reason: string }) => undefined, record: (_, _params: object) => undefined },
  delays: { PATIENCE: 60_000, REVIEW: 120_000 },
}).createMachine({
  id: 'toy',
  context: ({ input }) => ({ rounds: 0, goal: input.goal, notes: [], minutes: input.minutes }),
  initial: 'IDLE',
  states: {
    IDLE: { on: { START: { target: 'WORK', actions: because('asked to') } } },
    WORK: {
      invoke: {
        src: 'toil',
        id: 'toil',
        input: ({ context }) => ({ round: context.rounds + 1 }),
        onDone: {
          target: 'CHECK',
          actions: [
            assign({ rounds: ({ context }) => context.rounds + 1 }),
            { type: 'because', params: ({ event }) => ({ reason: `toiled ${event.output.amount}` }) },
            {
              type: 'record',
              params: ({ context }) => ({ kind: 'round', key: String(context.rounds), data: { done: true } }),
            },
          ],
        },
        onError: { target: 'FAILED', actions: because('the toil failed') },
      },
      after: { PATIENCE: { target: 'FAILED', actions: because('no patience left') } },
    },
    CHECK: {
      always: [
        { guard: ({ context }) => context.rounds < context.goal, target: 'WORK', actions: because('not enough') },
        { target: 'ASK', actions: because('enough') },
      ],
    },
    ASK: {
      tags: ['waiting'],
      on: { ANSWER: { target: 'DONE', actions: because('answered') } },
      after: { REVIEW: { target: 'FAILED', actions: because('nobody answered') } },
    },
    DONE: { type: 'final' },
    FAILED: { type: 'final' },
    ABORTED: { type: 'final' },
  },
  on: {
    'control.abort': { target: '.ABORTED', actions: because('aborted') },
    'control.timeout': { target: '.FAILED', actions: because('out of time') },
    'control.message': {
      actions: [assign({ notes: ({ context, event }) => [...context.notes, event.text] }), because('a note')],
    },
    'control.limits': {
      actions: [
        assign({ minutes: ({ context, event }) => event.changes.minutes ?? context.minutes }),
        because('new limits'),
      ],
    },
  },
});

const exitCodes: Readonly<Record<string, 0 | 1 | 3>> = { DONE: 0, FAILED: 1, ABORTED: 3 };

export const toyMachine: MachineDefinition = {
  id: 'toy',
  version: 1,
  machine,
  input: z.object({ goal: z.number(), minutes: z.number().default(60) }),
  said: {},
  limits: z.strictObject({}),
  deferrable: ['ANSWER'],
  runTimeoutMs: (context: ToyContext) => context.minutes * 60_000,
  iteration: (context: ToyContext) => context.rounds,
  ending: ({ value }) => {
    const exitCode = exitCodes[String(value)];
    return exitCode === undefined ? null : { outcome: String(value), exitCode };
  },
  view: {
    IDLE: { label: 'Queued', tone: 'idle', column: 0 },
    WORK: { label: 'Toiling', tone: 'busy', column: 1 },
    CHECK: { label: 'Checking', tone: 'busy', column: 2 },
    ASK: { label: 'Asking', tone: 'attention', column: 3 },
    DONE: { label: 'Done', tone: 'good', column: 4 },
    FAILED: { label: 'Failed', tone: 'bad', column: 4 },
    ABORTED: { label: 'Aborted', tone: 'idle', column: 4 },
  },
};
