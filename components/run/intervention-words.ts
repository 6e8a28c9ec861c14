import type { RunDetail } from './run-types.ts';
import type { Intervention } from './steer-types.ts';

/** What a dialog says before an intervention; `hint` says where its reason is kept, where it takes one. */
export type InterventionWords = { title: string; effect: string; action: string; hint?: string };

const inTrace = 'Kept in the trace and the audit log under your name.';

const nameOf = (run: RunDetail) => `${run.project} #${run.number}`;

/** The title, the effect and the button of each intervention that asks for a reason at most. */
export const interventionWords = {
  pause: (run) => ({
    title: `Pause ${nameOf(run)}?`,
    effect: `Nothing new starts. What runs in ${run.state} now may finish and its result is kept. The clocks of the state and of the run stand still until someone resumes it.`,
    action: 'Pause run',
    hint: inTrace,
  }),
  resume: (run) => ({
    title: `Resume ${nameOf(run)}?`,
    effect: `The run goes on in ${run.state} with what was held back while it was paused.`,
    action: 'Resume run',
    hint: inTrace,
  }),
  abort: (run) => ({
    title: `Abort ${nameOf(run)}?`,
    effect: `Everything that runs in ${run.state} is killed, boards are released, and the run ends. The best patch so far, logs and results are kept. This cannot be undone; the run can be forked.`,
    action: 'Abort run',
    hint: inTrace,
  }),
  fork: (run) => ({
    title: `Fork ${nameOf(run)} at transition ${run.transition}?`,
    effect: `A new run begins with this run's log up to transition ${run.transition} and goes on from ${run.state} by itself. This run is not changed.`,
    action: 'Fork run',
    hint: inTrace,
  }),
  pin: (run) => ({
    title: `Pin ${nameOf(run)}?`,
    effect:
      'Nothing of it goes, whatever the rules for keeping say: logs, files, patches, trees, consoles and results.',
    action: 'Pin run',
    hint: 'Shown on the page of the run and kept in the audit log under your name.',
  }),
  unpin: (run) => ({
    title: `Unpin ${nameOf(run)}?`,
    effect:
      'The rules for keeping apply to it again: what is older than they allow goes with the next daily round and cannot be brought back.',
    action: 'Unpin run',
  }),
} satisfies Record<
  Exclude<Intervention['kind'], 'message' | 'limits' | 'step-in'>,
  (run: RunDetail) => InterventionWords
>;
