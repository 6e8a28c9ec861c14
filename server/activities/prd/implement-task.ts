import type { implementTask as contract } from '#lib/activities/prd.ts';
import { implement } from '#lib/agents/tasks/prd.ts';
import { prdMarkdown, taskMarkdown } from '#lib/prd/markdown.ts';
import { messagesTo } from '#server/store/records.ts';
import type { Perform } from '../perform.ts';
import { changeByAgent } from './change-tree.ts';
import { prdInputOf, prdOf, prdTreeAt } from './facts.ts';

/** Has one task carried out. Whether it is done right is measured afterwards. */
export const implementTask: Perform<typeof contract> = async ({ prdId, task, tree: commit, n }, context) => {
  const [document, { verify }, tree] = await Promise.all([
    prdOf(context, prdId),
    prdInputOf(context),
    prdTreeAt(context, commit),
  ]);
  const wanted = document.tasks[task];
  if (wanted === undefined)
    return { ok: false, summary: `the document has no task ${task + 1}`, commit: null, evidence: [] };
  return await changeByAgent(context, tree, {
    contract: implement,
    input: {
      document: prdMarkdown(document),
      task: taskMarkdown(wanted).join('\n'),
      done: document.tasks.slice(0, task).map(({ title }) => title),
      verify,
      notes: await messagesTo(context.host.pool, context.runId),
    },
    message: (summary) => `${wanted.task_id}: ${wanted.title}\n\n${summary}`,
    n,
  });
};
