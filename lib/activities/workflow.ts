import { z } from 'zod';
import { workflowOutline } from '#lib/workflow/template.ts';
import { contract, minutes } from './contract.ts';
import { evidence, id, name, sentence, whole } from './shapes.ts';

const updateKind = z.enum(['workflow', 'step']);

/** Where the machine stands; everything else about the workflow is in rows and artifacts. */
const place = z.object({
  state: name,
  workflow: id.nullable(),
  stage: whole,
  step: whole.nullable(),
  iteration: whole,
  round: whole,
});

/** An update that waits to be shown, and the workflow as it would be. It is confirmed by its id. */
export const proposal = z.object({
  id,
  kind: updateKind,
  summary: sentence,
  before: id,
  workflow: workflowOutline,
});
export type Proposal = z.output<typeof proposal>;

export const askPlanning = contract({
  name: 'ask-planning',
  does: 'Asks the Planning service whether a target is achieved, again after 1, 2, 4 s… where it does not answer.',
  input: z.object({ about: z.enum(['stage', 'step', 'behavior', 'workflow']), place }),
  output: z.object({
    targetAchieved: z.boolean(),
    continueBehaviors: z.boolean(),
    /** The service could not be reached; the two words above are those of the protocol's fallback. */
    fallback: z.boolean(),
    says: sentence,
    focus: z.array(z.object({ level: z.enum(['stages', 'steps', 'behaviors']), text: z.string().max(4_000) })).max(3),
    variables: z.object({ id, count: whole }).nullable(),
    /** A first workflow, or the first steps of a stage that had none: nothing is changed by it. */
    adopted: workflowOutline.nullable(),
    proposal: proposal.nullable(),
    evidence,
  }),
  idempotent: false,
  timeoutMs: minutes(60),
  capability: 'workspace',
  instant: false,
});

export const askGenerating = contract({
  name: 'ask-generating',
  does: 'Asks the Generating service for the actions of a behavior and keeps them as a queue.',
  input: z.object({ place }),
  output: z.object({ queue: z.object({ id, count: whole }), says: sentence, evidence }),
  idempotent: false,
  timeoutMs: minutes(60),
  capability: 'workspace',
  instant: false,
});

export const performAction = contract({
  name: 'perform-action',
  does: "Adds a cell to the notebook, or executes one in the run's kernel.",
  input: z.object({ queue: id, at: whole, round: whole, epoch: whole }),
  output: z.object({
    /** Which action of how many it was, from 1. */
    n: whole,
    of: whole,
    ok: z.boolean(),
    kind: z.enum(['add', 'exec']),
    summary: sentence,
    cell: z
      .object({
        id: name,
        name: name.nullable(),
        type: z.enum(['markdown', 'code']),
        ok: z.boolean().nullable(),
        artifact: id,
      })
      .nullable(),
    effect: z.object({ text: z.string().max(4_000), artifact: id.nullable() }).nullable(),
    evidence,
  }),
  idempotent: false,
  timeoutMs: minutes(65),
  capability: 'workspace',
  instant: false,
});

export const keepNotebook = contract({
  name: 'keep-notebook',
  does: 'Files the notebook and the observation with the run as they stand.',
  input: z.object({ place }),
  output: z.object({ cells: whole, evidence }),
  idempotent: true,
  timeoutMs: minutes(2),
  capability: 'workspace',
  instant: false,
});

export const cleanUpWorkflow = contract({
  name: 'clean-up-workflow',
  does: "Stops the run's kernel with everything that it has started; at an end it commits what the workflow made.",
  input: z.object({ place, ends: z.boolean() }),
  /** `patch` is the whole difference from the base, as an artifact. */
  output: z.object({ stopped: whole, commit: id.nullable(), patch: id.nullable(), summary: sentence, evidence }),
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'workspace',
  instant: false,
});
