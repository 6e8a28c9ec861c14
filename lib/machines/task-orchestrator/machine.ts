/**
 * The task in words. A request is taken in (INTAKE): what it needs to be allowed, what is unclear (CLARIFYING). What is
 * known of the repository is gathered (CONTEXT_BUILDING) and a plan made (PLANNING). What the project wants a yes for
 * waits for it (AWAITING_CONFIRMATION); the steps are worked off one tool call after the other (EXECUTING), and the whole
 * is verified (VERIFYING). What fails is mended, rolled back or planned anew (RECOVERING), at most three times a step.
 * However it ends, SUMMARIZING says what was done and how to undo it.
 */
import { createMachine, fromCallback } from 'xstate';
import { activityContracts } from '#lib/activities/registry.ts';
import { limitsEdge, noteEdge } from '../control-edges.ts';
import { initialContext, type TaskContext } from './context.ts';
import { ending, on } from './edges.ts';
import { taskOrchestratorInput } from './input.ts';
import { changed } from './limits.ts';
import { awaitingConfirmation } from './states/confirmation.ts';
import { executing } from './states/executing.ts';
import { clarifying, intake } from './states/intake.ts';
import { contextBuilding, planning } from './states/planning.ts';
import { recovering } from './states/recovering.ts';
import { summarizing } from './states/summarizing.ts';
import { verifying } from './states/verifying.ts';
import { stateTimeouts } from './tunables.ts';
import { doneSoFar } from './words.ts';

/** The engine runs activities; XState only needs to know that the names exist. */
const actors = Object.fromEntries(Object.keys(activityContracts).map((name) => [name, fromCallback(() => {})]));

export const taskOrchestratorMachine = createMachine(
  {
    id: 'task-orchestrator',
    context: ({ input }: { input: unknown }): TaskContext => initialContext(taskOrchestratorInput.parse(input)),
    initial: 'IDLE',
    on: {
      ...on('CANCEL', {
        ...ending<{ readonly by: string; readonly reason: string }>('cancelled', {
          because: (context, { by, reason }) =>
            `cancelled by ${by}${reason === '' ? '' : `: ${reason}`}; ${doneSoFar(context)}`,
        }),
        when: ({ outcome }) => outcome === null,
      }),
      ...on(
        'control.abort',
        ending('aborted', {
          because: (context, { by, reason }) => `aborted by ${by}: ${reason}; ${doneSoFar(context)}`,
        }),
      ),
      ...on(
        'control.timeout',
        ending('blocked', {
          when: ({ outcome }) => outcome === null,
          because: (context) =>
            `the run's ${context.settings.limits.timeout_minutes ?? 0} minutes are up; ${doneSoFar(context)}`,
        }),
        { because: ({ outcome }) => `its minutes are up while it is summed up as ${outcome ?? 'blocked'}` },
      ),
      ...on('control.message', noteEdge()),
      ...on('control.limits', limitsEdge(changed)),
    },
    states: {
      IDLE: {
        tags: ['waiting'],
        on: on('USER_MESSAGE', {
          to: '#INTAKE',
          label: 'request',
          because: ({ question }) => `asked for: ${question.slice(0, 300)}`,
        }),
      },
      INTAKE: intake,
      CLARIFYING: clarifying,
      CONTEXT_BUILDING: contextBuilding,
      PLANNING: planning,
      AWAITING_CONFIRMATION: awaitingConfirmation,
      EXECUTING: executing,
      VERIFYING: verifying,
      RECOVERING: recovering,
      SUMMARIZING: summarizing,
      DONE: { id: 'DONE', type: 'final' },
    },
  },
  { actors, delays: stateTimeouts },
);
