import fc from 'fast-check';
import type { ZodType } from 'zod';
import { contractOf } from '#lib/activities/registry.ts';
import { brainSessionEvents } from '#lib/machines/brain-session/events.ts';
import { brainSession } from '#lib/machines/brain-session/index.ts';
import { calmInput as calmCoding, deploys } from '#lib/machines/brain-session/testing/script.ts';
import { firmwareLoopEvents } from '#lib/machines/firmware-loop/events.ts';
import { firmwareLoop } from '#lib/machines/firmware-loop/index.ts';
import { calmInput } from '#lib/machines/firmware-loop/testing/script.ts';
import { prdAgentEvents } from '#lib/machines/prd-agent/events.ts';
import { prdAgent } from '#lib/machines/prd-agent/index.ts';
import { calmInput as calmSession, sensible } from '#lib/machines/prd-agent/testing/script.ts';
import { stagedWorkflowEvents } from '#lib/machines/staged-workflow/events.ts';
import { stagedWorkflow } from '#lib/machines/staged-workflow/index.ts';
import { calmInput as calmWorkflow } from '#lib/machines/staged-workflow/testing/script.ts';
import { taskOrchestratorEvents } from '#lib/machines/task-orchestrator/events.ts';
import { taskOrchestrator } from '#lib/machines/task-orchestrator/index.ts';
import { calmInput as calmTask } from '#lib/machines/task-orchestrator/testing/script.ts';
import { anyOutput } from '#lib/machines/testing/any-output.ts';
import type { MachineDefinition } from '../definition.ts';
import type { Json } from '../json.ts';
import type { MachineUnderTest, Move } from './random-moves.ts';

/** The firmware loop with every event that its contracts allow. */
export const firmwareLoopUnderTest: MachineUnderTest = {
  definition: firmwareLoop,
  input: fc.record({
    ...Object.fromEntries(Object.entries(calmInput).map(([key, value]) => [key, fc.constant<Json>(value)])),
    baseCommit: fc.constant<Json>('0123456789012345678901234567890123456789'),
    mode: fc.constantFrom<Json>('interactive', 'ci', 'auto'),
    limits: fc.record({ max_iterations: fc.integer({ min: 1, max: 8 }) }),
  }),
  firstEvent: 'START',
  outside: eventsOf(firmwareLoopEvents),
  outputOf: outputOfContract,
};

/** The task orchestrator with every event that its contracts allow. */
export const taskOrchestratorUnderTest: MachineUnderTest = {
  definition: taskOrchestrator,
  input: fc.record({
    ...Object.fromEntries(Object.entries(calmTask).map(([key, value]) => [key, fc.constant<Json>(value as Json)])),
    mode: fc.constantFrom<Json>('interactive', 'ci', 'auto'),
    permissions: fc.record({
      write: fc.constantFrom<Json>('allow', 'ask', 'deny'),
      execute: fc.constantFrom<Json>('allow', 'ask'),
    }),
  }),
  firstEvent: 'USER_MESSAGE',
  outside: eventsOf(taskOrchestratorEvents),
  outputOf: outputOfContract,
};

/** The PRD agent with every event that its contracts allow. */
export const prdAgentUnderTest: MachineUnderTest = {
  definition: prdAgent,
  input: fc.record({
    ...Object.fromEntries(Object.entries(calmSession).map(([key, value]) => [key, fc.constant<Json>(value as Json)])),
    mode: fc.constantFrom<Json>('interactive', 'ci', 'auto'),
  }),
  firstEvent: 'USER_INPUT_REQUIREMENT',
  outside: eventsOf(prdAgentEvents),
  outputOf: (activity) => outputOfContract(activity).map((output) => sensible(activity, output)),
};

/** The staged workflow with every event that its contracts allow. */
export const stagedWorkflowUnderTest: MachineUnderTest = {
  definition: stagedWorkflow,
  input: fc.record({
    ...Object.fromEntries(Object.entries(calmWorkflow).map(([key, value]) => [key, fc.constant<Json>(value as Json)])),
    mode: fc.constantFrom<Json>('interactive', 'ci', 'auto'),
    limits: fc.record({ behaviors_per_step: fc.integer({ min: 1, max: 5 }) }),
  }),
  firstEvent: 'START_WORKFLOW',
  outside: eventsOf(stagedWorkflowEvents),
  outputOf: outputOfContract,
};

/** The brain session with every event that its contracts allow, messages of people among them. */
export const brainSessionUnderTest: MachineUnderTest = {
  definition: brainSession,
  input: fc.record({
    ...Object.fromEntries(
      Object.entries({ ...calmCoding, ...deploys('always') }).map(([key, value]) => [
        key,
        fc.constant<Json>(value as Json),
      ]),
    ),
    mode: fc.constantFrom<Json>('interactive', 'ci', 'auto'),
  }),
  firstEvent: 'INIT_PROMPT',
  outside: fc.oneof(
    eventsOf(brainSessionEvents),
    fc
      .string({ minLength: 1, maxLength: 40 })
      .map((text): Move => ({ type: 'USER_MESSAGE', payload: { by: 'eve', reason: '', text } })),
  ),
  outputOf: outputOfContract,
};

/** Any event from outside with what its shape allows. */
function eventsOf(events: Readonly<Record<string, ZodType>>): fc.Arbitrary<Move> {
  return fc
    .constantFrom(
      ...Object.entries(events).filter(
        ([type]) => !/timeout|abort|START|USER_MESSAGE|USER_INPUT_REQUIREMENT|TIMEOUT/.test(type),
      ),
    )
    .chain(([type, schema]) =>
      anyOutput(schema).map((payload): Move => {
        const fields = schema.safeParse(payload);
        return { type, payload: fields.success ? plain(fields.data) : {} };
      }),
    )
    .filter(({ payload }) => Object.keys(payload).length > 0);
}

function outputOfContract(activity: string): fc.Arbitrary<Json> {
  const contract = contractOf(activity);
  if (contract === null) throw new Error(`${activity} has no contract`);
  return anyOutput(contract.output) as fc.Arbitrary<Json>;
}

/** The toy machine of the server's tests, handed in because the server's folder is beyond the wall. */
export function toyUnderTest(definition: MachineDefinition): MachineUnderTest {
  const text = fc.string({ maxLength: 12 });
  return {
    definition,
    input: fc.record({ goal: fc.integer({ min: 1, max: 12 }), minutes: fc.integer({ min: 1, max: 90 }) }),
    firstEvent: 'START',
    outside: fc.oneof(
      text.map((said): Move => ({ type: 'ANSWER', payload: { text: said } })),
      text.map((said): Move => ({ type: 'control.message', payload: { by: 'eve', text: said } })),
      fc
        .integer({ min: 1, max: 90 })
        .map((minutes): Move => ({ type: 'control.limits', payload: { changes: { minutes } } })),
    ),
    outputOf: () => fc.integer({ min: 0, max: 9 }).map((amount) => ({ amount })),
  };
}

function plain(value: unknown): { readonly [field: string]: Json } {
  return JSON.parse(JSON.stringify(value)) as { readonly [field: string]: Json };
}
