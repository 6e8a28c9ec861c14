import type { Intervention, RunDetail } from './types.ts';

/** What a dialog says before an intervention. */
type Words = { title: string; effect: string; action: string };

const nameOf = (run: RunDetail) => `${run.project} #${run.number}`;

/** The title, the effect and the button of each intervention that only asks for a reason. */
export const interventionWords = {
  pause: (run) => ({
    title: `Pause ${nameOf(run)}?`,
    effect: `Nothing new starts. What runs in ${run.state} now may finish and its result is kept. The clocks of the state and of the run stand still until someone resumes it.`,
    action: 'Pause run',
  }),
  resume: (run) => ({
    title: `Resume ${nameOf(run)}?`,
    effect: `The run goes on in ${run.state} with what was held back while it was paused.`,
    action: 'Resume run',
  }),
  abort: (run) => ({
    title: `Abort ${nameOf(run)}?`,
    effect: `Everything that runs in ${run.state} is killed, boards are released, and the run ends. The best patch so far, logs and results are kept. This cannot be undone; the run can be forked.`,
    action: 'Abort run',
  }),
  fork: (run) => ({
    title: `Fork ${nameOf(run)} at transition ${run.transition}?`,
    effect: `A new run begins with this run's log up to transition ${run.transition} and goes on from ${run.state} by itself. This run is not changed.`,
    action: 'Fork run',
  }),
} satisfies Record<Exclude<Intervention['kind'], 'message' | 'limits' | 'step-in'>, (run: RunDetail) => Words>;
