import type { proposePatch as contract } from '#lib/activities/patch.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { taskFor } from './agent-task.ts';
import { fileProposal, judgeProposal } from './judge-proposal.ts';

export const proposePatch: Perform<typeof contract> = async (turn, context) => {
  const { agent, task } = await taskFor(context, turn);
  const proposal = await agent.propose(task);
  const { usage } = proposal;
  if (proposal.outcome !== 'patch') return { outcome: proposal.outcome, reason: oneSentence(proposal.reason), usage };

  const judged = await judgeProposal(context, task, proposal);
  // A proposal that is no patch is filed as well: else the same one would come again.
  const proposalId = await fileProposal(context, { proposal, judged, strategy: turn.strategy, task });
  const { fingerprint, files, additions, deletions, policy, dryRun } = judged;
  if (files === 0) {
    const isEmpty = proposal.diff.toString('latin1').trim() === '';
    const reason = isEmpty
      ? `${proposal.source} is empty`
      : `${proposal.source} is no patch: ${policy.findings[0]?.message ?? 'it holds no diff'}`;
    return { outcome: isEmpty ? 'empty' : 'unreadable', reason: oneSentence(reason), usage };
  }
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
      worst: worstOf(policy.findings),
    },
    dryRun: { ok: dryRun.ok, reason: oneSentence(dryRun.reason) },
    summary: oneSentence(proposal.summary),
    usage,
  };
};

type Findings = Awaited<ReturnType<typeof judgeProposal>>['policy']['findings'];

const namedFindings = 3;

/** The rules that refuse the patch, each with file and line; without one the first that only counts as risk. */
function worstOf(findings: Findings): string | null {
  const refusals = findings.filter(({ severity }) => severity === 'refuse');
  const shown = refusals.length > 0 ? refusals.slice(0, namedFindings) : findings.slice(0, 1);
  if (shown.length === 0) return null;
  const told = shown.map(({ rule, path, line, message }) => {
    const place = path === null ? '' : ` in ${path}${line === null ? '' : `:${line}`}`;
    return `${rule}${place}: ${message}`;
  });
  return oneSentence(told.join('; '));
}
