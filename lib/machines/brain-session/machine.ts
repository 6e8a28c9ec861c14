/**
 * The session in words. A coding agent works on the task (DEVELOPING). When its reply is over, a judge reviews the work
 * from four sides (REVIEWING); what it finds goes back as an instruction, and a question of the agent is decided for the
 * user. Then the project's own lint (LINTING) and tests (TESTING) are run here; what fails goes back too. What has passed
 * is committed with the project's hooks (COMMITTING) and, where that is wanted, deployed (DEPLOYING). Each way back has a
 * limit, after which the work is moved on by force, with a warning. A message of a person interrupts any state: it is
 * rewritten, shown, and told to the agent (REFINING). However it ends, COMPLETING sums it up before DONE.
 */
import { createMachine, fromCallback } from 'xstate';
import { activityContracts } from '#lib/activities/registry.ts';
import { limitsEdge, noteEdge } from '../control-edges.ts';
import { initialContext, type SessionContext } from './context.ts';
import { completing, interruptedBy, on } from './edges.ts';
import { brainSessionInput } from './input.ts';
import { changed } from './limits.ts';
import { linting, testing } from './states/checking.ts';
import { committing } from './states/committing.ts';
import { completingState } from './states/completing.ts';
import { deploying } from './states/deploying.ts';
import { developing } from './states/developing.ts';
import { refining } from './states/refining.ts';
import { reviewing } from './states/reviewing.ts';
import { stateTimeouts } from './tunables.ts';
import { doneSoFar } from './words.ts';

/** The engine runs activities; XState only needs to know that the names exist. */
const actors = Object.fromEntries(Object.keys(activityContracts).map((name) => [name, fromCallback(() => {})]));

export const brainSessionMachine = createMachine(
  {
    id: 'brain-session',
    context: ({ input }: { input: unknown }): SessionContext => initialContext(brainSessionInput.parse(input)),
    initial: 'IDLE',
    on: {
      ...on(
        'control.abort',
        completing({
          outcome: 'aborted',
          label: 'aborted',
          because: (context, { by, reason }) => `aborted by ${by}: ${reason}; ${doneSoFar(context)}`,
        }),
      ),
      ...on(
        'control.timeout',
        completing({
          label: 'out of time',
          because: (context) =>
            `the run's ${context.settings.limits.timeout_minutes ?? 0} minutes are up; ${doneSoFar(context)}`,
          warning: () => 'the time was up',
        }),
      ),
      ...on('control.message', noteEdge()),
      ...on('control.limits', limitsEdge(changed)),
    },
    states: {
      IDLE: {
        id: 'IDLE',
        tags: ['waiting'],
        on: {
          ...interruptedBy('IDLE'),
          ...on('INIT_PROMPT', {
            to: '#DEVELOPING',
            label: 'init prompt',
            because: ({ session }) =>
              session === null
                ? 'the session gets its task'
                : `attached to the session ${session}, which gets its task`,
          }),
        },
      },
      DEVELOPING: developing,
      REVIEWING: reviewing,
      LINTING: linting,
      TESTING: testing,
      COMMITTING: committing,
      DEPLOYING: deploying,
      REFINING: refining,
      COMPLETING: completingState,
      DONE: { id: 'DONE', type: 'final' },
    },
  },
  { actors, delays: stateTimeouts },
);
