import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { agentName } from '#lib/config/sections/agents.ts';
import { fingerprintText } from '#lib/diff/fingerprint.ts';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { statOf } from '#lib/diff/stat.ts';
import type { Json } from '#lib/engine/json.ts';
import { checkPolicy } from '#lib/policy/check-policy.ts';
import type { AgentTask, Proposal } from '#server/agents/agent.ts';
import { changedSyntax } from '#server/syntax/changed-syntax.ts';
import { textInside } from '#server/syntax/text-inside.ts';
import { checkPatch } from '#server/workspace/check-patch.ts';
import type { ActivityContext } from '../context.ts';
import { analysisConfidence } from './analysis.ts';
import type { StoredProposal } from './proposal.ts';
import { configOf } from './run-facts.ts';
import { trackedFiles } from './tracked-files.ts';

export type ProposedPatch = Extract<Proposal, { outcome: 'patch' }>;
/** What was found of a proposal. */
export type Judged = Pick<StoredProposal, 'fingerprint' | 'files' | 'additions' | 'deletions' | 'dryRun'> & {
  readonly policy: ReturnType<typeof checkPolicy>;
};

/**
 * What is found when a proposal is looked at: its size, what the policy says, and whether it fits the kept tree. It is
 * read as `applyPatch` reads it, which writes only what was read: so what is judged here is what reaches the tree.
 */
export async function judgeProposal(
  context: ActivityContext,
  { git, workspace }: AgentTask,
  { diff }: ProposedPatch,
): Promise<Judged> {
  const text = diff.toString(isUtf8(diff) ? 'utf8' : 'latin1');
  const parsed = parseDiff(text);
  const { redact } = context.host;
  const [config, tracked, confidence, dryRun, syntax] = await Promise.all([
    configOf(context),
    trackedFiles({ git, workspace }),
    analysisConfidence(context),
    checkPatch(git, workspace, diff),
    changedSyntax(parsed, (path) => textInside(workspace.directory, path)),
  ]);
  const withMode = (mode: string) => tracked.filter((file) => file.mode === mode).map(({ path }) => path);
  const { files, additions, deletions } = statOf(parsed);
  return {
    files,
    additions,
    deletions,
    fingerprint: createHash('sha256').update(fingerprintText(parsed)).digest('hex').slice(0, 16),
    policy: checkPolicy(parsed, config.policy, {
      symlinks: withMode('120000'),
      submodules: withMode('160000'),
      subdirectory: workspace.subdirectory,
      confidence,
      syntax,
      // Line by line only where there is something to find.
      ...(redact(text) !== text && { hidesSecret: (line: string) => redact(line) !== line }),
    }),
    dryRun: { ok: dryRun.ok, reason: dryRun.ok ? dryRun.note : dryRun.reason },
  };
}

interface ProposalToFile {
  readonly proposal: ProposedPatch;
  readonly judged: Judged;
  readonly strategy: string;
  readonly task: AgentTask;
  /** It need not be stored before the activity's end. */
  readonly withEnd: boolean;
}

/** Stores a proposal with what was found; gives its id. */
export async function fileProposal(
  context: ActivityContext,
  { proposal, judged, strategy, task, withEnd }: ProposalToFile,
): Promise<string> {
  const { runId, iteration, activityId, host } = context;
  const number = task.proposed.length + 1;
  // One that shows a secret is refused, so it need not stay as it is to be applied.
  const raw = !judged.policy.findings.some(({ rule }) => rule === 'secret-shown');
  const diff = await host.artifacts.put(
    { runId, iteration, activityId, kind: 'patch', name: `proposal-${number}.patch` },
    proposal.diff,
    { raw, mediaType: 'text/x-diff', withEnd },
  );
  const { source, summary, claim } = proposal;
  const stored = { source, strategy, agent: agentName(task.config), summary, claim, diff, ...judged };
  return await host.artifacts.putJson(
    { runId, iteration, activityId, kind: 'proposal', name: String(number).padStart(4, '0') },
    JSON.parse(JSON.stringify(stored)) as Json,
    { withEnd },
  );
}
