import { z } from 'zod';
import type { draftPrd as contract } from '#lib/activities/prd.ts';
import { draftPrd as task } from '#lib/agents/tasks/prd.ts';
import { activeContextFile, readActiveContext } from '#lib/prd/active-context.ts';
import { prd } from '#lib/prd/prd.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { messagesTo } from '#server/store/records.ts';
import { askInTurn } from '../ask-in-turn.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { readAtBase } from '../firmware/read-at-base.ts';
import type { OpenedTree } from '../firmware/workspace.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { askedSession, prdInputOf, prdOf } from './facts.ts';
import { keepPrd } from './keep-prd.ts';

const modification = z.object({ change: z.string(), prd: prd.nullable(), prd_id: z.string().nullable() });
type Modification = z.output<typeof modification>;

/** The document as the agent writes it, or, after a person has edited it, exactly as that person did. */
export const draftPrd: Perform<typeof contract> = async (_input, context) => {
  const { host, runId } = context;
  const [{ requirement, verify }, run] = await Promise.all([prdInputOf(context), askedSession(context)]);
  const rows = await recordsOf(host.pool, runId, 'modification');
  const modifications = rows.flatMap((row) => modification.safeParse(row).data ?? []);
  const last = modifications.at(-1);
  if (last?.prd) return await keepPrd(context, last.prd);
  const given = await askInTurn(context, run, {
    contract: task,
    input: {
      requirement,
      current: await shownThen(context, last),
      changes: modifications.map(({ change }) => change),
      verify,
      earlier: await earlierSession(run),
      notes: await messagesTo(host.pool, runId),
    },
  });
  if (given.outcome !== 'answered') throw new ActivityFailure('E_MODEL', oneSentence(given.reason), { final: true });
  return await keepPrd(context, given.answer);
};

/** The document that a change was asked of. */
async function shownThen(context: ActivityContext, last: Modification | undefined) {
  return last?.prd_id ? await prdOf(context, last.prd_id) : null;
}

/** What an earlier session has left in the project that ended, or was cut off, before it was archived. */
async function earlierSession(tree: OpenedTree): Promise<string> {
  const text = await readAtBase(tree, activeContextFile);
  const read = text === null ? null : readActiveContext(text);
  if (read === null || !read.ok || read.head.task_status === 'IDLE') return '';
  const { session_id, task_status, last_checkpoint } = read.head;
  return `Session ${session_id} was in ${task_status}, its last checkpoint is ${last_checkpoint ?? 'none'}.\n\n${read.body}`;
}
