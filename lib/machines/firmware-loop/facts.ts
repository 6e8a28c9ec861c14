import type { Json } from '#lib/engine/json.ts';
import type { Fact, FirmwareLoopContext } from './context.ts';
import { judgementOf } from './convergence/judge.ts';

/** What has become known of the current iteration; rows are merged field by field. */
export function iterationFact(context: FirmwareLoopContext, data: { readonly [field: string]: Json }): Fact {
  return {
    kind: 'iteration',
    key: String(context.iteration),
    data: { iteration: context.iteration, intent: context.intent, ...data },
  };
}

/** The head of a new iteration's row. */
export function iterationBegun(context: FirmwareLoopContext): Fact {
  return iterationFact(context, {
    strategy: context.strategy.name,
    from_commit: context.kept?.commit ?? null,
    ...(context.proposal === null ? {} : { proposal_id: context.proposal.id }),
    uncounted: context.extraConfirmation,
  });
}

/** How the iteration was judged, with the whole checklist: that is for people and not kept in the context. */
export function judgedFact(context: FirmwareLoopContext): Fact {
  const { judged, decision, measured, rollBackTo, tree, kept } = context;
  const { verdict, signal, reason, metrics, checklist } = judgementOf(context);
  return iterationFact(context, {
    decision: decision === null ? null : { ...decision },
    measured: measured === null ? null : { ...measured.all },
    goal: measured === null ? null : { ...measured.goal },
    regressions: measured?.regressions ?? null,
    commit: tree?.commit ?? null,
    kept: rollBackTo === null,
    kept_commit: kept?.commit ?? null,
    rolled_back_to: rollBackTo === null ? null : { ...rollBackTo },
    judgement: {
      verdict: judged?.verdict ?? verdict,
      signal,
      reason: judged?.reason ?? reason,
      metrics,
      checklist: checklist.map((row) => ({ ...row })),
      failed_gates: judged?.failedGates.map((gate) => ({ ...gate })) ?? [],
    },
  });
}

/** A warning on the run that never ends it; the next agent call is told. */
export function slowFact({ iteration, judged }: FirmwareLoopContext): Fact {
  return { kind: 'warning', key: `SLOW_IMPROVEMENT ${iteration}`, data: { iteration, reason: judged?.reason ?? '' } };
}

/** A review is open: why, until when, what happens if nobody answers, and who is told. */
export function reviewOpened({ iteration, review, route }: FirmwareLoopContext): Fact {
  return {
    kind: 'review',
    key: `iteration ${iteration}`,
    data: {
      iteration,
      why: review?.why ?? '',
      due_ms: review?.dueMs ?? null,
      unanswered: review?.unanswered ?? 'ABORTED',
      notify: [...(route?.notify ?? [])],
    },
  };
}

/** What the machine knows of the final report (design §2.2, `finalize`); the rest is computed from rows. */
export function finalFact(context: FirmwareLoopContext, status: string): Fact {
  const { iteration, base, best, kept, ending, trouble, spent, judged, strategy } = context;
  return {
    kind: 'final',
    key: 'final',
    data: {
      final_status: status,
      reason: ending?.reason ?? '',
      iterations: iteration,
      repo_snapshot: { base_commit: base?.commit ?? null, kept_commit: kept?.commit ?? null },
      best: best === null ? null : { ...best },
      base: base?.goal == null ? null : { ...base.goal },
      verdict: judged?.verdict ?? null,
      acceptance: context.acceptance === null ? null : { ...context.acceptance },
      last_error: trouble === null ? null : `${trouble.kind} in ${trouble.from}: ${trouble.what}`,
      abort_reason: status === 'ABORTED' ? (ending?.reason ?? '') : null,
      ended_by: ending?.by ?? null,
      strategy: strategy.name,
      spent: { board_minutes: spent.boardMinutes, tokens: spent.tokens, money: spent.money },
      slow_iterations: context.slow,
      notify: [...(context.route?.notify ?? [])],
      look_at_next: status === 'FAILURE' && trouble !== null ? lookAtNext[trouble.kind] : null,
    },
  };
}

const lookAtNext = {
  BUILD_FAILURE: "the compiler's first error in the build log of the last iteration",
  TOOLCHAIN_MISSING: 'the missing program: install it on the runner as the reason says, then launch again',
  CONFIG_INVALID: 'the project file and the problem that is named',
  TEST_ENV_FAILURE: "the environment's health page and its console log",
  TIMEOUT: 'the log of the state that timed out, and its state_timeout_sec',
  ARTIFACT_MISSING: 'whether the test command writes its report where the project file says',
  ANALYSIS_FAILURE: 'the evidence: attach the log that shows the failure, or choose another agent',
  MODEL_FAILURE: 'what the agent said last, and whether it has anything left to try',
  NOTHING_LEFT: 'what was tried: give more patches, or choose another agent',
  POLICY_VIOLATION: "the policy's findings on the refused patches",
  PATCH_APPLY_FAILURE: 'the conflict between the proposal and the kept tree',
  REPEATED_PATCH: 'the repeated patch: another strategy or a hint may lead on',
  INCONCLUSIVE_RESULT: 'the tests whose attempts disagree',
  BUDGET_SPENT: 'the cost tab: raise the budget or narrow the goal',
  ACTIVITY_LOST: 'the runner that was lost, on the runners page',
  UNHANDLED_EXCEPTION: 'the stack trace of the failed activity',
} as const satisfies Record<NonNullable<FirmwareLoopContext['trouble']>['kind'], string>;
