import type { noteContext as contract } from '#lib/activities/prd.ts';
import { type ContextHead, writeActiveContext } from '#lib/prd/active-context.ts';
import type { TaskStatus } from '#lib/prd/states.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { writeContextFile } from './context-file.ts';
import { prdInputOf, prdOf, prdTreeAt } from './facts.ts';

/** The file says where the session stands before anything is done there. */
export const noteContext: Perform<typeof contract> = async ({ prdId, statuses, tree, ...head }, context) => {
  const { workspace } = await prdTreeAt(context, tree);
  const edits = await writeContextFile(workspace, await contextText(context, { ...head, prdId, statuses }));
  for (const edit of edits) context.log.say(`active_context.md: ${edit}`);
  return { edits: edits.slice(0, 6).map(oneSentence) };
};

/** The text of the file for where the session stands. */
export async function contextText(
  context: ActivityContext,
  {
    prdId,
    statuses,
    ...head
  }: Omit<ContextHead, 'session_id'> & { readonly prdId: string | null; readonly statuses: readonly TaskStatus[] },
): Promise<string> {
  const { requirement } = await prdInputOf(context);
  const document = prdId === null ? null : await prdOf(context, prdId);
  return writeActiveContext(
    { session_id: context.runId, ...head },
    {
      requirement,
      title: document?.title ?? null,
      tasks: (document?.tasks ?? []).map(({ task_id, title }, at) => ({
        task_id,
        title,
        status: statuses[at] ?? 'pending',
      })),
    },
  );
}
