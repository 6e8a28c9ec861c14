/**
 * The session in words. A requirement (IDLE) is written out as a document with a queue of tasks (PLANNING), which somebody
 * confirms, has changed or cancels (CONFIRMING). The tasks are carried out one after the other, each verified and kept as a
 * git checkpoint (EXECUTING). What fails is fixed automatically (AUTO_FIX), three times in a row and ten times a task at
 * most; then somebody gives a fix, skips the task or rolls back (BLOCKED). When the queue is worked off, document, tasks,
 * diffs and results are kept (ARCHIVING). Every session ends in IDLE again. Each state first writes `active_context.md`.
 *
 * A state that is both the first and the last cannot be final, so the ends are states of their own below its name.
 */
import { createMachine, fromCallback } from 'xstate';
import { activityContracts } from '#lib/activities/registry.ts';
import { limitsEdge, noteEdge } from '../control-edges.ts';
import { initialContext, type PrdContext, prdOutcomes } from './context.ts';
import { ending, on } from './edges.ts';
import { prdAgentInput } from './input.ts';
import { changed } from './limits.ts';
import { archiving } from './states/archiving.ts';
import { autoFix } from './states/auto-fix.ts';
import { blocked } from './states/blocked.ts';
import { confirming } from './states/confirming.ts';
import { executing } from './states/executing.ts';
import { endOf, idle } from './states/idle.ts';
import { planning } from './states/planning.ts';
import { stateTimeouts } from './tunables.ts';
import { doneSoFar } from './words.ts';

/** The engine runs activities; XState only needs to know that the names exist. */
const actors = Object.fromEntries(Object.keys(activityContracts).map((name) => [name, fromCallback(() => {})]));

const ends = Object.fromEntries(
  prdOutcomes.map((outcome) => {
    const id = endOf(outcome);
    return [id.replace('IDLE_', 'IDLE.'), { id, type: 'final' as const }];
  }),
);

export const prdAgentMachine = createMachine(
  {
    id: 'prd-agent',
    context: ({ input }: { input: unknown }): PrdContext => initialContext(prdAgentInput.parse(input)),
    initial: 'IDLE',
    on: {
      ...on('UPDATE_PROGRESS', {
        when: ({ prd, outcome }, { task }) =>
          outcome === null && (task === undefined || (prd?.tasks.some(({ id }) => id === task) ?? false)),
        because: (_, { by, task, status, percent, note }) => {
          const said = [status?.replace('_', ' '), percent === undefined ? undefined : `${percent} %`, note];
          return `${by} reports${task === undefined ? '' : ` on ${task}`}: ${said.filter(Boolean).join(', ') || 'nothing new'}`;
        },
        record: [
          (_, { by, task, status, percent, note, at }) => ({
            kind: 'progress',
            key: String(at),
            data: { by, task: task ?? null, status: status ?? null, percent: percent ?? null, note, at },
          }),
        ],
      }),
      ...on(
        'control.abort',
        ending('aborted', {
          because: (context, { by, reason }) => `aborted by ${by}: ${reason}; ${doneSoFar(context)}`,
        }),
      ),
      ...on(
        'control.timeout',
        ending('failed', {
          when: ({ outcome }) => outcome === null,
          because: (context) =>
            `the run's ${context.settings.limits.timeout_minutes ?? 0} minutes are up; ${doneSoFar(context)}`,
        }),
        { because: ({ outcome }) => `its minutes are up while it is wrapped up as ${outcome ?? 'failed'}` },
      ),
      ...on('control.message', noteEdge()),
      ...on('control.limits', limitsEdge(changed)),
    },
    // In the order in which the diagram leads from top to bottom; what is reached only by trouble comes before.
    states: {
      IDLE: idle,
      PLANNING: planning,
      CONFIRMING: confirming,
      AUTO_FIX: autoFix,
      BLOCKED: blocked,
      EXECUTING: executing,
      ARCHIVING: archiving,
      ...ends,
    },
  },
  { actors, delays: stateTimeouts },
);
