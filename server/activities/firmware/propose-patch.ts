import { createHash } from 'node:crypto';
import type { proposePatch as contract } from '#lib/activities/patch.ts';
import { agentName } from '#lib/config/sections/agents.ts';
import { fingerprintText } from '#lib/diff/fingerprint.ts';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { statOf } from '#lib/diff/stat.ts';
import type { Json } from '#lib/engine/json.ts';
import { checkPolicy } from '#lib/policy/check-policy.ts';
import { checkPatch } from '#server/workspace/check-patch.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { proposedSources } from './proposal.ts';
import { configOf, inputOf } from './run-facts.ts';
import { agentOf } from './strategies.ts';
import { openTree } from './workspace.ts';

export const proposePatch: Perform<typeof contract> = async (
  { iteration, intent, strategy, agent: turn, constraint },
  context,
) => {
  const [config, input, { git, workspace }] = await Promise.all([
    configOf(context),
    inputOf(context),
    openTree(context),
  ]);
  const { agent, agentConfig } = agentOf(config, input, { strategy, agent: turn });
  const proposed = await proposedSources(context);
  const task = {
    config: agentConfig,
    git,
    workspace,
    iteration,
    intent,
    constraint,
    proposed,
    signal: context.signal,
    log: context.log,
  };
  const proposal = await agent.propose(task);
  if (proposal.outcome !== 'patch')
    return { outcome: proposal.outcome, reason: oneSentence(proposal.reason), usage: proposal.usage };

  const parsed = parseDiff(proposal.diff.toString('utf8'));
  if (parsed.files.length === 0) {
    const why = parsed.problems[0]?.text ?? 'it changes nothing';
    return {
      outcome: 'unreadable',
      reason: oneSentence(`${proposal.source} is no patch: ${why}`),
      usage: proposal.usage,
    };
  }
  const policy = checkPolicy(parsed, config.policy, { symlinks: [], submodules: [], confidence: null });
  const dryRun = await checkPatch(git, workspace, proposal.diff);
  const { files, additions, deletions } = statOf(parsed);
  const fingerprint = createHash('sha256').update(fingerprintText(parsed)).digest('hex').slice(0, 16);
  const filing = { runId: context.runId, iteration, activityId: context.activityId };
  const diff = await context.host.artifacts.put(
    { ...filing, kind: 'patch', name: `proposal-${proposed.length + 1}.patch` },
    proposal.diff,
    {
      raw: true,
      mediaType: 'text/x-diff',
    },
  );
  const stored = {
    source: proposal.source,
    strategy,
    agent: agentName(agentConfig),
    summary: proposal.summary,
    claim: proposal.claim,
    diff,
    fingerprint,
    files,
    additions,
    deletions,
    policy,
    dryRun: { ok: dryRun.ok, reason: dryRun.ok ? dryRun.note : dryRun.reason },
  };
  const name = String(proposed.length + 1).padStart(4, '0');
  const proposalId = await context.host.artifacts.putJson(
    { ...filing, kind: 'proposal', name },
    JSON.parse(JSON.stringify(stored)) as Json,
  );
  const worst = policy.findings.find((one) => one.severity === 'refuse') ?? policy.findings[0];
  return {
    outcome: 'patch',
    proposalId,
    fingerprint,
    files,
    lines: additions + deletions,
    policy: {
      allowed: policy.allowed,
      findings: policy.findings.length,
      risk: policy.risk.score,
      worst:
        worst === undefined
          ? null
          : oneSentence(
              `${worst.rule} in ${worst.path ?? 'the patch'}${worst.line === null ? '' : `:${worst.line}`}: ${worst.message}`,
            ),
    },
    dryRun: { ok: dryRun.ok, reason: oneSentence(stored.dryRun.reason) },
    summary: oneSentence(proposal.summary),
    usage: proposal.usage,
  };
};
