import { z } from 'zod';
import { executionModes } from '#lib/convergence/plateau.ts';
import { runMinutes } from '#lib/machines/run-minutes.ts';
import { mostStages, mostSteps, partId } from '#lib/workflow/template.ts';
import { duration, name, path } from './scalars.ts';
import { playbook } from './sections/agents/playbook.ts';
import { serviceSchema } from './sections/workflow-services.ts';

const goal = (what: string) => z.string().max(2_000).default('').describe(what);
const title = z.string().max(200).default('').describe('A name for people; by default its id.');

const step = z.strictObject({
  id: partId.describe('The name of the step.').meta({ examples: ['read'] }),
  title,
  goal: goal('What is to be reached; Planning judges by it.'),
});

const stage = z.strictObject({
  id: partId.describe('The name of the stage.').meta({ examples: ['load'] }),
  title,
  goal: goal('What is to be reached by all its steps.'),
  steps: z
    .array(step)
    .max(mostSteps)
    .default([])
    .describe('Its steps in order; Planning may give them when there are none.'),
});

/** `firmloop.yaml` of a project whose runs are staged workflows. Durations come out in milliseconds. */
export const stagedWorkflowSchema = z.strictObject({
  machine: z.literal('staged-workflow').describe('The state machine that this project is run by.'),
  name: name
    .optional()
    .describe('The name of the project; by default that of its folder.')
    .meta({ examples: ['sensor-report'] }),
  goal: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('What the workflow is to reach, when a launch says nothing else.')
    .meta({ examples: ['A report on the drift of the temperature sensors.'] }),
  mode: z
    .enum(executionModes)
    .default('interactive')
    .describe('Who is around: people who can be asked, a pipeline that waits for nobody, or nobody.'),
  planning: serviceSchema.describe('Who judges whether targets are achieved: a service of the protocol, or an agent.'),
  generating: serviceSchema.describe('Who gives the actions of a behavior: a service of the protocol, or an agent.'),
  answers: playbook
    .optional()
    .describe('Who answers for people where nobody is around; without it the answer is no.')
    .meta({ examples: [{ use: 'playbook', file: 'playbook.yaml' }] }),
  workflow: z
    .array(stage)
    .min(1)
    .max(mostStages)
    .optional()
    .describe('The stages to begin with; without them Planning gives the first workflow.'),
  notebook: z
    .strictObject({
      file: path
        .regex(/\.ipynb$/, 'must end in .ipynb')
        .refine((file) => !file.split('/').includes('.git'), 'must not lie in .git')
        .default('workflow.ipynb')
        .describe('The notebook in the project; a run writes its own copy of it.'),
      kernel: z
        .enum(['auto', 'jupyter', 'plain', 'node'])
        .default('auto')
        .describe(
          "What executes cells: an IPython kernel by Jupyter's protocol, plain Python or Node; by default the first that is there, in the language of the notebook when the project has one.",
        ),
      python: z.string().min(1).max(500).default('python3').describe('The Python that kernels are started with.'),
      cell_within: duration.default(300_000).describe('How long one cell may take before it is interrupted.'),
      on_error: z
        .enum(['fail', 'continue'])
        .default('fail')
        .describe('What an exception in a cell does: the state error, or an effect that Planning judges.'),
    })
    .prefault({})
    .describe('The notebook that a run builds and executes.'),
  limits: z
    .strictObject({
      timeout_minutes: runMinutes.nullable().default(120).describe('How long a workflow may take.'),
      answer_within: duration
        .default(86_400_000)
        .describe('How long an update or an error waits for a person before it is no, or given up.'),
      reset_within: duration.default(600_000).describe('How long a workflow that has ended can be reset by a person.'),
      behaviors_per_step: z.int().min(1).max(20).default(20).describe('Behaviors of one step before it is an error.'),
      recoveries: z
        .int()
        .min(0)
        .max(10)
        .default(1)
        .describe('Errors that are recovered from without asking, where nobody is around.'),
    })
    .prefault({})
    .describe('What ends a workflow whatever it has come to.'),
});

export type StagedWorkflowConfig = z.output<typeof stagedWorkflowSchema>;
