import { forget } from '../circles.ts';
import type { Change, FirmwareLoopContext } from '../context.ts';
import { iterationBegun, iterationFact, reviewOpened } from '../facts.ts';
import { analyseAgain, nextIteration, rolledBackTo } from '../iteration.ts';
import type { RecoveryAction, RecoveryTarget } from '../recovery/ladder.ts';
import { type Plan, passed, planRecovery } from '../recovery/plan.ts';
import { openReview } from '../review.ts';
import { atOnce, change, due, type Edge, type Node, work } from '../wiring.ts';
import { coolDownMinutes } from '../words.ts';

/**
 * Chooses the next step of the ladder, runs its activity if it has one, and goes on where the step says. An activity
 * that does not help enters recovery again with the same trouble, which is then one step further.
 */
export const errorRecovery: Node = {
  id: 'ERROR_RECOVERY',
  initial: 'DECIDE',
  entry: [change(planRecovery)],
  states: {
    DECIDE: atOnce(
      first('clean-build', 'CLEAN_BUILD'),
      first('roll-back', 'ROLL_BACK'),
      first('reset-environment', 'RESET_ENVIRONMENT'),
      first('capture-hang', 'CAPTURE_HANG'),
      first('collect-evidence', 'COLLECT_EVIDENCE'),
      first('cool-down', 'COOL_DOWN'),
      goTo('INIT.LOAD_CONFIG', '#INIT.LOAD_CONFIG'),
      goTo('INIT.VALIDATE_ENVIRONMENT', '#INIT.VALIDATE_ENVIRONMENT'),
      goTo('INIT.SETUP_REPOSITORY', '#INIT.SETUP_REPOSITORY'),
      goTo('INIT.BASELINE_BUILD', '#INIT.BASELINE_BUILD'),
      goTo('INIT.BASELINE_TEST', '#INIT.BASELINE_TEST'),
      goTo('INIT.BASELINE_TEST.FETCH_LOGS', '#INIT.BASELINE_TEST.FETCH_LOGS'),
      {
        ...goTo('CODE_ANALYSIS', '#CODE_ANALYSIS'),
        label: 'recovered to analysis',
        change: toAnalysis,
        record: iterationBegun,
      },
      goTo('PATCH_GENERATION', '#PATCH_GENERATION'),
      goTo('PATCH_APPLY', '#PATCH_APPLY'),
      goTo('BUILD_SETUP', '#BUILD_SETUP'),
      goTo('BUILD_RUN', '#BUILD_RUN'),
      goTo('TEST_SETUP', '#TEST_SETUP'),
      goTo('RESULT_COLLECTION', '#RESULT_COLLECTION'),
      goTo('RESULT_ANALYSIS', '#RESULT_ANALYSIS'),
      {
        ...goTo('HUMAN_REVIEW', '#HUMAN_REVIEW'),
        label: 'a person decides',
        change: ({ plan, settings, review }) => (review === null ? openReview(settings, plan?.reason ?? '', null) : {}),
        record: reviewOpened,
      },
      { to: '#FAILURE', label: 'unrecoverable', because: reasonOf },
    ),
    CLEAN_BUILD: work('clean-build', {
      path: 'ERROR_RECOVERY.CLEAN_BUILD',
      input: ({ iteration, tree }) => ({ iteration, commit: tree?.commit ?? 'none' }),
      done: helped('cleaned'),
      onTrouble: further(),
    }),
    ROLL_BACK: work('roll-back', {
      path: 'ERROR_RECOVERY.ROLL_BACK',
      input: ({ kept, plan }) => ({ to: kept?.commit ?? 'none', why: (plan?.reason ?? '').slice(0, 400) }),
      done: [
        {
          when: (_, { ok }) => ok,
          to: 'DECIDE',
          label: 'rolled back',
          because: ({ kept }) => `the worktree is at iteration ${kept?.iteration ?? 0} again`,
          change: (context) => ({ ...planDone(context), ...(context.kept === null ? {} : rolledBackTo(context.kept)) }),
          record: (context) =>
            iterationFact(context, {
              kept: false,
              rolled_back_to: context.kept === null ? null : { ...context.kept },
              spent_without_result: context.plan?.spendsIteration ?? false,
            }),
        },
        {
          to: '#FAILURE',
          label: 'not rolled back',
          because: ({ trouble }, { reason }) =>
            `the worktree could not be rolled back: ${reason} (after ${trouble?.kind ?? 'trouble'}: ${trouble?.what ?? ''})`,
        },
      ],
      onTrouble: { to: '#FAILURE', change: () => ({}) },
    }),
    RESET_ENVIRONMENT: work('reset-environment', {
      path: 'ERROR_RECOVERY.RESET_ENVIRONMENT',
      input: ({ iteration }) => ({ iteration }),
      done: helped('reset'),
      onTrouble: further(),
    }),
    CAPTURE_HANG: work('capture-hang', {
      path: 'ERROR_RECOVERY.CAPTURE_HANG',
      input: ({ iteration }) => ({ iteration }),
      done: [
        {
          to: 'DECIDE',
          label: 'captured',
          because: (_, { ok, reason }) =>
            ok ? `the hang is captured: ${reason}` : `nothing could be captured: ${reason}`,
          evidence: (_, { snapshotId }) =>
            snapshotId === null ? [] : [{ kind: 'artifact', id: snapshotId, label: 'registers and console' }],
          change: planDone,
        },
      ],
      onTrouble: further(),
    }),
    COLLECT_EVIDENCE: work('collect-evidence', {
      path: 'ERROR_RECOVERY.COLLECT_EVIDENCE',
      input: ({ iteration }) => ({ iteration }),
      done: helped('collected'),
      onTrouble: further(),
    }),
    COOL_DOWN: {
      tags: ['waiting'],
      after: due('cool-down', {
        to: 'DECIDE',
        label: 'probe',
        because: (context) => `cooled down for ${coolDownMinutes(context)} minutes: one probe`,
        change: planDone,
      }),
    },
  },
};

/** The trouble stays the one it was; its next step is due. */
function further(): { to: string; change: () => Change } {
  return { to: '#ERROR_RECOVERY', change: () => ({}) };
}

function first(action: RecoveryAction, state: string): Edge<null> {
  return {
    when: ({ plan }) => plan !== null && plan.action === action && !plan.done,
    to: state,
    label: action,
    because: reasonOf,
  };
}

function goTo(target: RecoveryTarget, node: string): Edge<null> {
  return { when: ({ plan }) => plan?.to === target, to: node, label: 'recovered', because: reasonOf };
}

function helped(label: string): Edge<{ readonly ok: boolean; readonly reason: string }>[] {
  return [
    {
      when: (_, { ok }) => ok,
      to: 'DECIDE',
      label,
      because: (_, { reason }) => `${label}: ${reason}`,
      change: planDone,
    },
    { to: '#ERROR_RECOVERY', label: 'no help', because: (_, { reason }) => `not ${label}: ${reason}` },
  ];
}

function reasonOf({ plan }: FirmwareLoopContext): string {
  return plan?.reason ?? '';
}

function planDone({ plan }: FirmwareLoopContext): { plan: Plan | null } {
  return { plan: plan === null ? null : { ...plan, done: true } };
}

/** A patch that does not build spends its iteration; other trouble is analysed again within it while it has no result. */
function toAnalysis(context: FirmwareLoopContext): Change {
  const { plan, streaks } = context;
  if (plan?.spendsIteration !== true) return withinIteration(context);
  const cleared = { ...context, ...passed(context, 'BUILD_RUN', 'BUILD_SETUP') };
  return { ...nextIteration(cleared, 'fix'), streaks: { ...streaks, unbuildable: streaks.unbuildable + 1 } };
}

/** A patch that was rolled back without a result may be proposed again. */
function withinIteration(context: FirmwareLoopContext): Change {
  const { intent, counted, proposal, circles, plan } = context;
  const again = analyseAgain(context, intent === 'confirm' && counted ? 'fix' : intent);
  const blameless = proposal !== null && !counted && plan?.action === 'roll-back';
  return blameless ? { ...again, circles: forget(circles, proposal.fingerprint) } : again;
}
