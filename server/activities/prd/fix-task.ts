import { z } from 'zod';
import type { fixTask as contract } from '#lib/activities/prd.ts';
import { fix } from '#lib/agents/tasks/prd.ts';
import { taskMarkdown } from '#lib/prd/markdown.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { activityLogs, logPiece } from '#server/store/pages/logs.ts';
import { triedBefore } from '#server/store/prd/tried-before.ts';
import { messagesTo } from '#server/store/records.ts';
import { diffBetween } from '#server/workspace/diff-between.ts';
import type { ActivityContext } from '../context.ts';
import type { OpenedTree } from '../firmware/workspace.ts';
import type { Perform } from '../perform.ts';
import { changeByAgent, commitChange } from './change-tree.ts';
import { prdOf, prdTreeAt } from './facts.ts';

const intervention = z.object({ by: z.string(), text: z.string(), patch: z.string().nullable() });

const mostOutput = 8_000;
const mostDiff = 20_000;

/** Has what fails mended: by the agent, by a person's patch, or by the agent as a person has said. */
export const fixTask: Perform<typeof contract> = async (
  { prdId, task, tree: commit, n, failure, attempt },
  context,
) => {
  const { host, runId } = context;
  const [document, tree] = await Promise.all([prdOf(context, prdId), prdTreeAt(context, commit)]);
  const given = attempt === null ? await lastIntervention(context) : null;
  const wanted = document.tasks[task];
  const title = wanted === undefined ? document.title : `${wanted.task_id}: ${wanted.title}`;
  if (given?.patch) {
    const message = `Fix of ${title}, by ${given.by}\n\n${given.text}`;
    return await commitChange(context, tree, { diff: given.patch, summary: `the patch of ${given.by}`, message, n });
  }
  if (given !== null && wanted === undefined)
    return { ok: true, summary: 'nothing in the tree is to be mended', commit: null, evidence: [] };
  const [output, diff, tried, notes] = await Promise.all([
    verificationPrinted(context),
    changedSo(tree, commit),
    triedBefore(host.pool, runId, context.iteration),
    messagesTo(host.pool, runId),
  ]);
  return await changeByAgent(context, tree, {
    contract: fix,
    input: {
      task: wanted === undefined ? document.title : taskMarkdown(wanted).join('\n'),
      failure,
      output,
      diff,
      tried,
      guidance: given?.text ?? '',
      notes,
    },
    message: (summary) => `Fix of ${title}\n\n${summary}`,
    n,
  });
};

async function lastIntervention({ host, runId }: ActivityContext) {
  const rows = await recordsOf(host.pool, runId, 'intervention');
  return intervention.safeParse(rows.at(-1)).data ?? null;
}

/** The end of what the last verification printed. */
async function verificationPrinted({ host, runId }: ActivityContext): Promise<string> {
  const logs = await activityLogs(host.pool, runId);
  const last = logs.findLast(({ name }) => name === 'verify-prd');
  if (last === undefined) return '';
  const { data } = await logPiece(host.pool, { activityId: last.activityId, bytes: mostOutput });
  return data.toString('utf8').slice(-mostOutput);
}

/** What the session has changed so far, the newest being what most likely fails. */
async function changedSo({ git, workspace }: OpenedTree, commit: string | null): Promise<string> {
  if (commit === null || commit === workspace.baseCommit) return '';
  const diff = await diffBetween(git, workspace, workspace.baseCommit, commit, { capBytes: mostDiff });
  return diff.ok ? diff.text : '';
}
