import type { z } from 'zod';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { activeContextFile } from '#lib/prd/active-context.ts';
import { askAgent } from '#server/agents/ask-agent.ts';
import { withDraft } from '#server/agents/draft.ts';
import { applyPatch } from '#server/workspace/apply-patch.ts';
import { commitIteration } from '#server/workspace/commit-iteration.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { keepBase, keepIteration } from '../firmware/keep-bundles.ts';
import { readAtBase } from '../firmware/read-at-base.ts';
import type { OpenedTree } from '../firmware/workspace.ts';
import { oneSentence } from '../one-sentence.ts';
import { prdInputOf } from './facts.ts';

/** A change of the tree, committed; or why there is none. */
export interface Changed {
  readonly ok: boolean;
  readonly summary: string;
  readonly commit: string | null;
  readonly evidence: { kind: 'artifact'; id: string; label: string }[];
}

interface Asked<Contract extends AgentTaskContract> {
  readonly contract: Contract & { readonly answer: z.ZodType<{ readonly summary: string }> };
  readonly input: z.input<Contract['input']>;
  /** What the commit says, given the agent's own words. */
  readonly message: (summary: string) => string;
  readonly n: number;
}

/**
 * Has the agents in turn change a draft of the tree, and commits what git says was changed. After a change that does not
 * fit, or none, the next agent is asked; the tree stays as it was.
 */
export async function changeByAgent<Contract extends AgentTaskContract>(
  context: ActivityContext,
  tree: OpenedTree,
  { contract, input, message, n }: Asked<Contract>,
): Promise<Changed> {
  const { agents } = await prdInputOf(context);
  const reasons: string[] = [];
  for (const agent of agents) {
    const made = await withDraft(
      { ...tree, home: context.host.home, activityId: context.activityId },
      async (draft) => {
        const said = await askAgent(context, {
          agent,
          contract,
          input,
          tree: draft.tree,
          readFile: (path) => readAtBase(tree, path),
        });
        if (said.outcome !== 'answered') return { said: said.reason, diff: null };
        const diff = await draft.changes();
        const { summary } = contract.answer.parse(said.answer);
        return diff.length === 0 ? { said: `it changed no file: ${summary}`, diff: null } : { said: summary, diff };
      },
    );
    const done =
      made.diff === null
        ? null
        : await commitChange(context, tree, { diff: made.diff, summary: made.said, message: message(made.said), n });
    if (done?.ok) return done;
    reasons.push(`${agent.name ?? agent.use}: ${done?.summary ?? made.said}`);
    context.log.say(reasons.at(-1) ?? '');
  }
  return { ok: false, summary: oneSentence(reasons.join('; ')), commit: null, evidence: [] };
}

/** Brings a patch into the tree and commits it: all of it, or nothing and the reason. */
export async function commitChange(
  context: ActivityContext,
  tree: OpenedTree,
  change: {
    readonly diff: string | Uint8Array;
    readonly summary: string;
    readonly message: string;
    readonly n: number;
  },
): Promise<Changed> {
  const { git, workspace } = tree;
  const { diff, summary, message, n } = change;
  const refused = (reason: string): Changed => ({
    ok: false,
    summary: oneSentence(reason),
    commit: null,
    evidence: [],
  });
  const touched = parseDiff(Buffer.from(diff).toString('utf8')).files.flatMap(({ oldPath, newPath }) => [
    oldPath,
    newPath,
  ]);
  if (touched.includes(activeContextFile)) return refused(`${activeContextFile} is the session's own to write`);
  const applied = await applyPatch(git, workspace, diff);
  if (!applied.ok) return refused(`the change does not fit: ${applied.reason}`);
  const committed = await commitIteration(git, workspace, n, message);
  if (!committed.ok) throw new ActivityFailure('E_IO', committed.reason);
  await keepBase(context, tree);
  await keepIteration(context, tree, n);
  const { runId, activityId, iteration, host } = context;
  const hash = await host.artifacts.put(
    { runId, iteration, activityId, kind: 'patch', name: `${String(n).padStart(3, '0')}.patch` },
    Buffer.from(diff),
    { mediaType: 'text/x-diff' },
  );
  return {
    ok: true,
    summary: oneSentence(summary),
    commit: committed.commit,
    evidence: [{ kind: 'artifact', id: hash, label: 'what was changed' }],
  };
}
