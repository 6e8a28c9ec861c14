import { z } from 'zod';
import { action, mostActions } from '#lib/workflow/action.ts';
import { planningAnswer } from '#lib/workflow/planning-answer.ts';
import { agentTask } from '../contract.ts';

const observation = z.looseObject({});

/** Judges targets of a staged workflow, as its Planning service. */
export const planning = agentTask({
  name: 'planning',
  does: 'Say whether the target is achieved by what the observation shows, whether another behavior is needed, and what of the workflow has to change. A workflow that has no stages yet is given as context_update.workflow_update.',
  input: z.object({
    /** Whose target is asked about; `behavior` is the feedback after one, about its step. */
    about: z.enum(['stage', 'step', 'behavior', 'workflow']),
    observation,
  }),
  answer: planningAnswer,
  changes: false,
});

/** Gives the actions of a behavior, as the Generating service of a staged workflow. */
export const generating = agentTask({
  name: 'generating',
  does: 'Give the actions that bring the step of the observation nearer to its goal: add cells of text (dialogue) and of code (action) in the language of observation.context.notebook, and execute the code. Cells of JavaScript take modules by require.',
  input: z.object({ observation }),
  answer: z.object({ actions: z.array(action).max(mostActions) }),
  changes: false,
});
