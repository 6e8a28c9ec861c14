import { z } from 'zod';
import { mostTasks } from '#lib/prd/prd.ts';
import { prdStates, taskStatuses } from '#lib/prd/states.ts';
import { contract, minutes, seconds } from './contract.ts';
import { evidence, id, sentence, whole } from './shapes.ts';

/** What of a document decides where a run goes; the document itself lies in the artifact `prdId`. */
export const prdOutline = z.object({
  prdId: id,
  title: z.string().max(120),
  tasks: z
    .array(z.object({ id: z.string().max(40), title: z.string().max(80) }))
    .min(1)
    .max(mostTasks),
});
export type PrdOutline = z.output<typeof prdOutline>;

/** The commit that the tree is to hold when the work begins; null for the one that the session began with. */
const tree = id.nullable();

/** The place in the queue; a task beyond its end is the whole. `n` is the number of the commit that is made. */
const place = { prdId: id, task: whole, tree, n: whole };

const changed = z.object({
  ok: z.boolean(),
  /** What was done, or why nothing was, in a sentence. */
  summary: sentence,
  /** The commit that holds it; null when nothing was changed. */
  commit: id.nullable(),
  evidence,
});

export const noteContext = contract({
  name: 'note-context',
  does: 'Writes where the session stands into active_context.md, and says what a hand has changed in it.',
  input: z.object({
    task_status: z.enum(prdStates),
    auto_fix_attempts: whole,
    last_checkpoint: z.string().max(40).nullable(),
    prdId: id.nullable(),
    statuses: z.array(z.enum(taskStatuses)).max(mostTasks),
    tree,
  }),
  /** Each hand edit in a clause. It is shown, and written over. */
  output: z.object({ edits: z.array(sentence).max(6) }),
  idempotent: true,
  timeoutMs: seconds(60),
  capability: 'workspace',
  instant: false,
});

export const draftPrd = contract({
  name: 'draft-prd',
  does: 'Has the requirement written out as a document with tasks, or takes it over as a person has edited it.',
  input: z.object({ modifications: whole }),
  output: prdOutline,
  idempotent: false,
  timeoutMs: minutes(15),
  capability: 'workspace',
  instant: false,
});

export const implementTask = contract({
  name: 'implement-task',
  does: "Has a task of the document carried out, and brings what was changed into the session's tree.",
  input: z.object(place),
  output: changed,
  idempotent: false,
  timeoutMs: minutes(60),
  capability: 'workspace',
  instant: false,
});

export const fixTask = contract({
  name: 'fix-task',
  does: 'Has what fails mended, by itself or as a person has said.',
  input: z.object({
    ...place,
    failure: sentence,
    /** Which automatic fix it is; null for what a person has given. */
    attempt: whole.nullable(),
  }),
  output: changed,
  idempotent: false,
  timeoutMs: minutes(60),
  capability: 'workspace',
  instant: false,
});

export const verifyPrd = contract({
  name: 'verify-prd',
  does: 'Runs the commands that show whether the tree is right.',
  input: z.object({
    tree,
    /** One command, counted from 0, or all of them in order until one fails. */
    only: whole.nullable(),
  }),
  output: z.object({
    ok: z.boolean(),
    /** The command that failed, counted from 0. */
    failed: whole.nullable(),
    /** Every command was run, as opposed to the one that was asked for. */
    isWhole: z.boolean(),
    summary: sentence,
    evidence,
  }),
  idempotent: true,
  timeoutMs: minutes(65),
  capability: 'workspace',
  instant: false,
});

export const keepCheckpoint = contract({
  name: 'keep-checkpoint',
  does: 'Names the commit of a task that is done, so that everything later can come back to it.',
  input: z.object({ tree }),
  output: z.object({
    /** Such as `chk-202602081200`: minutes of UTC. */
    checkpoint: z.string().min(1).max(40),
    commit: id,
    evidence,
  }),
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'workspace',
  instant: false,
});

export const returnToCheckpoint = contract({
  name: 'return-to-checkpoint',
  does: "Makes the session's tree byte for byte what it was at a checkpoint.",
  input: z.object({ tree }),
  output: z.object({ ok: z.boolean(), files: whole, reason: sentence }),
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'workspace',
  instant: false,
});

export const archivePrd = contract({
  name: 'archive-prd',
  does: 'Keeps the document, its tasks, the diffs and the results, and commits them beside the work.',
  input: z.object({
    prdId: id,
    statuses: z.array(z.enum(taskStatuses)).max(mostTasks),
    tree,
    n: whole,
    last_checkpoint: z.string().max(40).nullable(),
  }),
  output: z.object({ commit: id, summary: sentence, evidence }),
  idempotent: true,
  timeoutMs: minutes(10),
  capability: 'workspace',
  instant: false,
});
