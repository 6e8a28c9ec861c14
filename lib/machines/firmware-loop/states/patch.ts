import { counted } from '#lib/format/count.ts';
import { mayBeAsked } from '../approval.ts';
import { isRepeat, remember } from '../circles.ts';
import type { Change, Fact, FirmwareLoopContext, Settings } from '../context.ts';
import { iterationFact } from '../facts.ts';
import { passedOver, passedOverFact } from '../passed-over.ts';
import { passed } from '../recovery/plan.ts';
import { troubled } from '../recovery/trouble.ts';
import { overBudget, spend } from '../spending.ts';
import { type Edge, type Node, type OutputOf, work } from '../wiring.ts';

const recovery = '#ERROR_RECOVERY';
type Proposed = OutputOf<'propose-patch'>;

/** Asks for a patch; only one that is new, allowed and applies goes on. */
export const patchGeneration: Node = {
  id: 'PATCH_GENERATION',
  ...work('propose-patch', {
    path: 'PATCH_GENERATION',
    skip: [
      {
        when: ({ intent }) => intent === 'confirm',
        to: '#PATCH_APPLY',
        label: 'no-op',
        because: ({ iteration }) => `iteration ${iteration} confirms: an explicit no-op, the tree stays`,
      },
    ],
    input: ({ iteration, intent, strategy, by, constraint, asked }) => ({
      iteration,
      intent,
      strategy: strategy.name,
      agent: strategy.agent,
      by,
      constraint,
      attempt: asked + 1,
    }),
    done: proposed(),
  }),
};

/** Applies the proposal to the kept tree, which stays the point to return to. */
export const patchApply: Node = {
  id: 'PATCH_APPLY',
  ...work('apply-patch', {
    path: 'PATCH_APPLY',
    skip: [
      {
        when: ({ intent }) => intent === 'confirm',
        to: '#BUILD_SETUP',
        label: 'no-op',
        because: () => 'nothing to apply: the tree stays as it was measured',
      },
    ],
    input: ({ iteration, proposal, kept, merge }) => ({
      iteration,
      proposalId: proposal?.id ?? 'none',
      onto: kept?.commit ?? 'none',
      merge,
    }),
    done: [
      {
        when: (_, { ok }) => ok,
        to: '#BUILD_SETUP',
        label: 'applied',
        because: (context, output) =>
          output.ok
            ? `${output.reason} to ${context.kept?.commit.slice(0, 12) ?? ''}, which gives ${output.commit.slice(0, 12)}${output.restored === 0 ? '' : `; ${counted(output.restored, 'protected path')} put back`}`
            : '',
        change: (context, output) => applied(context, output),
        record: (context, output) => iterationFact(context, { commit: output.ok ? output.commit : null }),
      },
      {
        to: recovery,
        label: 'conflict',
        because: (_, output) => `not applied: ${output.reason}`,
        change: (_, output) => troubled('PATCH_APPLY_FAILURE', 'PATCH_APPLY', output.reason),
      },
    ],
  }),
};

/** In order: what ends the asking, what is refused before it costs a build, what goes on. */
function proposed(): Edge<Proposed>[] {
  return [
    {
      when: (context, { usage }) => overBudget(context, usage) !== null,
      to: recovery,
      label: 'budget spent',
      because: (context, { usage }) => overBudget(context, usage) ?? '',
      change: (context, output) => ({
        ...asked(context, output),
        ...troubled('BUDGET_SPENT', 'PATCH_GENERATION', overBudget(context, output.usage) ?? ''),
      }),
    },
    {
      when: (_, { outcome }) => outcome === 'gave-up',
      to: recovery,
      label: 'gave up',
      because: (_, output) => noneLeft(output),
      change: (context, output) => ({
        ...asked(context, output),
        ...troubled('NOTHING_LEFT', 'PATCH_GENERATION', noneLeft(output)),
      }),
      record: (context, output) => iterationFact(context, { passed_over: passedOverFact(output) }),
    },
    {
      when: (_, { outcome }) => outcome !== 'patch',
      to: recovery,
      label: 'no patch',
      because: (_, output) => unusable(output),
      change: (context, output) => ({
        ...asked(context, output),
        ...troubled('MODEL_FAILURE', 'PATCH_GENERATION', unusable(output)),
      }),
    },
    {
      when: (context, output) => circleFound(context, output) !== null,
      to: '#CONVERGENCE_CHECK',
      label: 'in circles',
      because: (context, output) => circleFound(context, output) ?? '',
      change: (context, output) => ({ ...asked(context, output), proposal: null }),
      record: proposalFact('refused: no progress'),
    },
    {
      when: (context, output) => output.outcome === 'patch' && isRepeat(context.circles, output.fingerprint),
      to: recovery,
      label: 'repeat',
      because: (_, output) => `patch ${fingerprintOf(output)} was proposed before: refused before it costs a build`,
      change: (context, output) => ({
        ...asked(context, output),
        ...troubled('REPEATED_PATCH', 'PATCH_GENERATION', `patch ${fingerprintOf(output)} was proposed before`),
      }),
      record: proposalFact('refused: repeat'),
    },
    {
      when: (context, output) => violation(context, output) !== null,
      to: recovery,
      label: 'unsafe',
      because: (context, output) => violation(context, output) ?? '',
      change: (context, output) => ({
        ...asked(context, output),
        ...troubled('POLICY_VIOLATION', 'PATCH_GENERATION', violation(context, output) ?? ''),
      }),
      record: proposalFact('refused: policy'),
    },
    {
      when: (_, output) => output.outcome === 'patch' && !output.dryRun.ok,
      to: recovery,
      label: 'does not apply',
      because: (_, output) => (output.outcome === 'patch' ? `the patch does not apply: ${output.dryRun.reason}` : ''),
      change: (context, output) => ({
        ...taken(context, output),
        ...troubled('PATCH_APPLY_FAILURE', 'PATCH_GENERATION', output.outcome === 'patch' ? output.dryRun.reason : ''),
      }),
      record: proposalFact('does not apply'),
    },
    {
      when: ({ settings }, output) => tooRisky(settings, output) !== null,
      to: '#HUMAN_REVIEW.APPROVAL',
      label: 'needs approval',
      because: ({ settings }, output) => `a person has to approve the patch: ${tooRisky(settings, output) ?? ''}`,
      change: taken,
      record: proposalFact('waits for an approval'),
    },
    {
      to: '#PATCH_APPLY',
      label: 'patch valid',
      because: ({ settings }, output) =>
        output.outcome === 'patch'
          ? `new patch of ${counted(output.lines, 'line')} in ${counted(output.files, 'file')}, allowed with ${counted(output.policy.findings, 'finding')}, risk ${output.policy.risk.toFixed(2)} ≤ ${settings.limits.risk_threshold.toFixed(2)}: ${output.summary}${passedOver(output)}`
          : '',
      change: (context, output) => ({ ...taken(context, output), ...passed(context, 'PATCH_GENERATION') }),
      record: proposalFact('applies'),
    },
  ];
}

const noPatch = {
  empty: 'the patch is empty',
  unreadable: 'the answer cannot be read',
  failed: 'the agent failed',
} as const satisfies Record<Exclude<Proposed['outcome'], 'patch' | 'gave-up'>, string>;

function unusable(output: Proposed): string {
  return output.outcome === 'patch' || output.outcome === 'gave-up'
    ? ''
    : `${noPatch[output.outcome]}: ${output.reason}`;
}

function noneLeft(output: Proposed): string {
  return output.outcome === 'patch' ? '' : `${output.reason}${passedOver(output)}`;
}

function asked(context: FirmwareLoopContext, output: Proposed): Change {
  const circles = output.outcome === 'patch' ? { circles: remember(context.circles, output.fingerprint) } : {};
  return { ...spend(context, output.usage), ...circles, asked: context.asked + 1 };
}

function taken(context: FirmwareLoopContext, output: Proposed): Change {
  if (output.outcome !== 'patch') return asked(context, output);
  const { proposalId: id, fingerprint, policy } = output;
  return { ...asked(context, output), proposal: { id, fingerprint, risk: policy.risk } };
}

function applied(context: FirmwareLoopContext, output: OutputOf<'apply-patch'>): Change {
  if (!output.ok) return {};
  return {
    tree: { commit: output.commit, iteration: context.iteration },
    built: null,
    risk: context.risk + (context.proposal?.risk ?? 0),
    ...passed(context, 'PATCH_APPLY', 'PATCH_GENERATION'),
  };
}

function circleFound({ circles }: FirmwareLoopContext, output: Proposed): string | null {
  return output.outcome === 'patch' ? remember(circles, output.fingerprint).found : null;
}

function violation({ settings }: FirmwareLoopContext, output: Proposed): string | null {
  if (output.outcome !== 'patch') return null;
  const { allowed, findings, worst } = output.policy;
  if (!allowed)
    return `the policy refuses the patch (${counted(findings, 'finding')}): ${worst ?? 'no finding is named'}`;
  return mayBeAsked(settings) ? null : tooRisky(settings, output);
}

/** Why the patch is above the risk that is taken without a person; null for one that is not. */
function tooRisky({ limits: { risk_threshold } }: Settings, output: Proposed): string | null {
  if (output.outcome !== 'patch') return null;
  const { risk, worst } = output.policy;
  if (risk <= risk_threshold) return null;
  return `risk ${risk.toFixed(3)} > ${risk_threshold.toFixed(3)}${worst === null ? '' : `: ${worst}`}`;
}

function fingerprintOf(output: Proposed): string {
  return output.outcome === 'patch' ? output.fingerprint : '';
}

function proposalFact(fate: string): (context: FirmwareLoopContext, output: Proposed) => Fact {
  return (context, output) =>
    output.outcome === 'patch'
      ? iterationFact(context, {
          proposal_id: output.proposalId,
          proposal_fate: fate,
          fingerprint: output.fingerprint,
          files: output.files,
          lines: output.lines,
          policy: { ...output.policy },
          claim: output.summary,
          passed_over: passedOverFact(output),
        })
      : iterationFact(context, {});
}
