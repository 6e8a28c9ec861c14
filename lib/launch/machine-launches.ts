import type { ConfigurableMachine } from '#lib/config/schema.ts';
import { launchBy, type MachineLaunch } from './machine-launch.ts';
import { taskInWords, toTaskInput } from './task-input.ts';

/** How runs of each machine but the loop are launched; the loop has a form and a preview of its own. */
export const machineLaunches = {
  'task-orchestrator': launchBy('task-orchestrator', {
    firstEvent: 'USER_MESSAGE',
    ask: { label: 'Request', hint: 'What is wanted of the repository, in your own words.' },
    toInput: toTaskInput,
    asked: ({ request }) => request,
    inWords: taskInWords,
  }),
} as const satisfies Record<Exclude<ConfigurableMachine, 'firmware-loop'>, MachineLaunch>;
