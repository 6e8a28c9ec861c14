import type { ScriptedRun } from '../../testing/scripted.ts';
import { taskOrchestrator } from '../index.ts';
import { asked, contextOf, created, outline, planned, play, says, tell, used } from './script.ts';

/** Nothing is asked. */
export const calmPermissions = { write: 'allow', delete: 'allow', execute: 'allow' };

/** Only commands are asked for. */
export const asksToRun = { permissions: { ...calmPermissions, execute: 'ask' } };

/** A plan that verifies by commands of its own. */
export const ownCommands = {
  steps: outline.steps.slice(0, 1),
  verification: { mode: 'custom', required: true, own: 2 },
} as const;

/** What a task that came to its end leaves. */
export const summedUp = { summary: 'the filter is mended', commit: 'c1', files: 1, trouble: null, evidence: [] };

/** What a task leaves whose work could not be committed. */
export const notKept = { ...summedUp, commit: null, trouble: 'git could not commit it: index.lock is there' };

/** Everything that changes something is asked for. */
export const asking = { permissions: { write: 'ask', delete: 'ask', execute: 'ask' } };

/** A request that cannot be begun without an answer. */
export const unclear = says({ intent: 'mend', denied: [], risk: 'low', questions: ['Which filter?'] });

/** Answers once so, and from then on so. */
export const onlyFirst = (answer: ReturnType<typeof says>, then: ReturnType<typeof says>) => {
  let first = true;
  return () => {
    const given = first ? answer() : then();
    first = false;
    return given;
  };
};

/** How a run ended, as its machine says it. */
export const endOf = (run: ScriptedRun) =>
  taskOrchestrator.ending({ value: run.envelope.value, context: contextOf(run) });

/** A yes to the step that is shown. */
export const yes = { type: 'CONFIRM', answer: 'yes', scope: 'step', planId: 'plan-1' };

/** A no to it. */
export const no = { ...yes, answer: 'no' };

/** A run in each state that stands still or works. */
export function everyState(): readonly (readonly [string, ScriptedRun])[] {
  const failing = { 'use-tool': used(false) };
  return [
    ['IDLE', created()],
    ['INTAKE', asked()],
    ['CLARIFYING.OPEN', play(asked(), { 'take-in-request': unclear })],
    ['CLARIFYING.ASK', play(asked({ mode: 'ci' }), { 'take-in-request': unclear }, 'CLARIFYING.ASK')],
    ['CONTEXT_BUILDING', play(asked(), {}, 'CONTEXT_BUILDING')],
    ['PLANNING', play(asked(), {}, 'PLANNING')],
    [
      'AWAITING_CONFIRMATION.OPEN',
      play(asked({ ...asking }), { 'draft-plan': planned({ steps: outline.steps.slice(1) }) }),
    ],
    ['AWAITING_CONFIRMATION.UNDO', tell(play(asked(asking)), { type: 'UNDO', planId: 'plan-1' }).run],
    ['AWAITING_CONFIRMATION.ASK', play(asked({ ...asking, mode: 'ci' }), {}, 'AWAITING_CONFIRMATION.ASK')],
    ['EXECUTING.READ', play(asked(), {}, 'EXECUTING.READ')],
    ['EXECUTING.USE', play(asked(), {}, 'EXECUTING.USE')],
    ['VERIFYING.RUN', play(asked(), {}, 'VERIFYING.RUN')],
    ['RECOVERING.REPAIR', play(asked(), failing, 'RECOVERING.REPAIR')],
    [
      'RECOVERING.UNDO',
      play(asked(), { ...failing, 'draft-repair': says({ outcome: 'roll-back', reason: 'x' }) }, 'RECOVERING.UNDO'),
    ],
    ['SUMMARIZING', play(asked(), {}, 'SUMMARIZING')],
    ['DONE', play(asked())],
  ];
}
