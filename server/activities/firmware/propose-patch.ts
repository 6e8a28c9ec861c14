import { basename } from 'node:path';
import type { proposePatch as contract } from '#lib/activities/patch.ts';
import { clip } from '#lib/format/clip.ts';
import { mayBeAsked } from '#lib/machines/firmware-loop/approval.ts';
import type { Proposal } from '#server/agents/agent.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { taskFor } from './agent-task.ts';
import { fileProposal, type Judged, judgeProposal } from './judge-proposal.ts';
import { proposedBefore } from './proposal.ts';
import { refusalOf, worstOf } from './refusal.ts';
import { inputOf } from './run-facts.ts';

type Answer = Awaited<ReturnType<Perform<typeof contract>>>;
type Refused = Answer['passedOver']['first'][number];

/** A prepared patch that is refused was looked at and filed like any other; the next one of its list follows at once. */
export const proposePatch: Perform<typeof contract> = async (turn, context) => {
  const [{ agent, task: first, desk }, { limits, mode }, before] = await Promise.all([
    taskFor(context, turn),
    inputOf(context),
    proposedBefore(context),
  ]);
  if (!agent.isPrepared) await context.confirmed;
  // Where people are asked, the risk alone does not pass a prepared patch over.
  const riskThreshold = mayBeAsked({ mode, limits }) ? 1 : limits.risk_threshold;
  const refused: Refused[] = [];
  let task = first;
  while (!context.signal.aborted) {
    const proposal = await agent.propose(task, desk);
    if (proposal.outcome !== 'patch') return nothing(proposal.outcome, proposal, refused);
    const judged = await judgeProposal(context, task, proposal);
    const why = agent.isPrepared ? refusalOf(proposal, judged, { before, riskThreshold }) : null;
    // A proposal that is no patch is filed as well: else the same one would come again. Those before the last are filed at once.
    const toFile = { proposal, judged, strategy: turn.strategy, task, withEnd: why === null };
    const proposalId = await fileProposal(context, toFile);
    if (why === null) return answerOf(proposal, { judged, proposalId, refused });
    refused.push(passOver(context, proposal.source, { proposalId, why }));
    before.set(judged.fingerprint, proposal.source);
    task = { ...task, proposed: [...task.proposed, proposal.source] };
  }
  throw new ActivityFailure('TIMEOUT', `the asking for a patch was stopped after ${refused.length} were refused`);
};

function passOver(
  context: ActivityContext,
  source: string,
  { proposalId, why }: { proposalId: string; why: string },
): Refused {
  context.log.say(`${source} is passed over: ${why}`);
  return { proposalId, source: clip(basename(source), 200).text, why: clip(oneSentence(why), 200).text };
}

function answerOf(
  proposal: Extract<Proposal, { outcome: 'patch' }>,
  { judged, proposalId, refused }: { judged: Judged; proposalId: string; refused: readonly Refused[] },
): Answer {
  const { fingerprint, files, additions, deletions, policy, dryRun } = judged;
  if (files === 0) {
    const isEmpty = proposal.diff.toString('latin1').trim() === '';
    const reason = `${proposal.source} ${refusalOf(proposal, judged) ?? 'holds no diff'}`;
    return nothing(isEmpty ? 'empty' : 'unreadable', { reason, usage: proposal.usage }, refused);
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
    passedOver: passedOver(refused),
    usage: proposal.usage,
  };
}

function nothing(
  outcome: Exclude<Answer['outcome'], 'patch'>,
  { reason, usage }: Pick<Extract<Proposal, { reason: string }>, 'reason' | 'usage'>,
  refused: readonly Refused[],
): Answer {
  return { outcome, reason: oneSentence(reason), passedOver: passedOver(refused), usage };
}

const namedRefusals = 20;

function passedOver(refused: readonly Refused[]): Answer['passedOver'] {
  return { count: refused.length, first: refused.slice(0, namedRefusals) };
}
