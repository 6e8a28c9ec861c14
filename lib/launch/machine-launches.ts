import type { ConfigurableMachine } from '#lib/config/schema.ts';
import { launchBy, type MachineLaunch } from './machine-launch.ts';
import { prdInWords, toPrdInput } from './prd-input.ts';
import { sessionInWords, toSessionInput } from './session-input.ts';
import { taskInWords, toTaskInput } from './task-input.ts';
import { toWorkflowInput, workflowInWords } from './workflow-input.ts';

/** How runs of each machine but the loop are launched; the loop has a form and a preview of its own. */
export const machineLaunches = {
  'task-orchestrator': launchBy('task-orchestrator', {
    firstEvent: 'USER_MESSAGE',
    ask: { label: 'Request', hint: 'What is wanted of the repository, in your own words.' },
    toInput: toTaskInput,
    asked: ({ request }) => request,
    inWords: taskInWords,
  }),
  'prd-agent': launchBy('prd-agent', {
    firstEvent: 'USER_INPUT_REQUIREMENT',
    ask: { label: 'Requirement', hint: 'What is required of the project, in your own words.' },
    toInput: toPrdInput,
    asked: ({ requirement }) => requirement,
    inWords: prdInWords,
  }),
  'brain-session': launchBy('brain-session', {
    firstEvent: 'INIT_PROMPT',
    ask: { label: 'Task', hint: 'What the coding session is to do, in your own words.' },
    toInput: toSessionInput,
    asked: ({ task }) => task,
    inWords: sessionInWords,
  }),
  'staged-workflow': launchBy('staged-workflow', {
    firstEvent: 'START_WORKFLOW',
    ask: { label: 'Goal', hint: 'What the workflow is to reach, in your own words.' },
    toInput: toWorkflowInput,
    asked: ({ goal }) => goal,
    inWords: workflowInWords,
  }),
} as const satisfies Record<Exclude<ConfigurableMachine, 'firmware-loop'>, MachineLaunch>;
