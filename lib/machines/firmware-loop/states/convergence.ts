import type { Change, FirmwareLoopContext } from '../context.ts';
import { judge } from '../convergence/judge.ts';
import { countIteration } from '../convergence/keep.ts';
import { decideRoute, type RouteTarget } from '../convergence/route.ts';
import { iterationBegun, judgedFact, reviewOpened, slowFact } from '../facts.ts';
import { nextIteration, rolledBackTo } from '../iteration.ts';
import { passed } from '../recovery/plan.ts';
import { troubled } from '../recovery/trouble.ts';
import { openReview } from '../review.ts';
import { atOnce, change, type Edge, type Node, record, recordIf, work } from '../wiring.ts';

/** Counts the iteration, judges the series, and takes the one edge that the judgement leads to. */
export const convergenceCheck: Node = {
  id: 'CONVERGENCE_CHECK',
  initial: 'JUDGE',
  entry: [change(countAndJudge), record(judgedFact), recordIf(isSlow, slowFact)],
  states: {
    JUDGE: atOnce(
      to('SUCCESS', '#SUCCESS', 'converged'),
      to('SUCCESS_WITH_WARNING', '#SUCCESS_WITH_WARNING', 'good enough'),
      to('FAILURE', '#FAILURE', 'limit, failure or breaker'),
      to('ABORTED', '#ABORTED', 'decision abort'),
      { ...to('ACCEPTANCE', 'ACCEPTANCE', 'about to succeed') },
      { ...to('ROLL_BACK', 'ROLL_BACK', 'worse than the best') },
      {
        ...to('HUMAN_REVIEW', '#HUMAN_REVIEW', 'a person decides'),
        change: ({ route, settings }) => openReview(settings, route?.reason ?? '', route?.wait ?? null),
        record: reviewOpened,
      },
      {
        ...to('STRATEGY_SWITCH', '#STRATEGY_SWITCH', 'plateau'),
        change: ({ route }) => ({ nextStrategy: route?.strategy ?? null }),
      },
      {
        to: '#CODE_ANALYSIS',
        label: 'next iteration',
        because: reasonOf,
        change: (context) => ({
          ...nextIteration({ ...context, ...passed(context, 'CONVERGENCE_CHECK') }, context.route?.intent ?? 'fix'),
          extraConfirmation: context.route?.extra ?? false,
        }),
        record: iterationBegun,
      },
    ),
    ACCEPTANCE: work('run-acceptance', {
      path: 'CONVERGENCE_CHECK.ACCEPTANCE',
      input: ({ iteration, built }) => ({ iteration, buildId: built?.buildId ?? 'none' }),
      done: [
        {
          when: (_, { outcome }) => outcome === 'not-run',
          to: '#ERROR_RECOVERY',
          label: 'could not run',
          because: (_, { reason }) => `the acceptance suite could not run: ${reason}`,
          change: (_, { reason }) => troubled('TEST_ENV_FAILURE', 'CONVERGENCE_CHECK.ACCEPTANCE', reason),
        },
        {
          to: 'JUDGE',
          label: 'suite ran',
          because: (_, { passed, failed, failedTests }) =>
            `acceptance: ${passed} of ${passed + failed} pass${failed === 0 ? '' : `, failing: ${failedTests.join(', ')}`}`,
          change: (context, { passed, failed, failedTests }) =>
            judgeAgain({
              ...context,
              acceptance: {
                total: passed + failed,
                failed: failed > 0 && failedTests.length === 0 ? ['(not named)'] : failedTests,
              },
            }),
          record: judgedFact,
        },
      ],
    }),
    ROLL_BACK: work('roll-back', {
      path: 'CONVERGENCE_CHECK.ROLL_BACK',
      input: ({ rollBackTo, route }) => ({
        to: rollBackTo?.commit ?? 'none',
        why: (route?.reason ?? '').slice(0, 400),
      }),
      done: [
        {
          when: (_, { ok }) => ok,
          to: 'JUDGE',
          label: 'rolled back',
          because: ({ rollBackTo }) => `the worktree is at iteration ${rollBackTo?.iteration ?? 0} again`,
          change: goOnFromBest,
        },
        {
          to: '#ERROR_RECOVERY',
          label: 'not rolled back',
          because: (_, { reason }) => `the worktree could not be rolled back: ${reason}`,
          change: (_, { reason }) => troubled('UNHANDLED_EXCEPTION', 'CONVERGENCE_CHECK.ROLL_BACK', reason),
        },
      ],
    }),
  },
};

function to(route: RouteTarget, target: string, label: string): Edge<null> {
  return { when: (context) => context.route?.to === route, to: target, label, because: reasonOf };
}

function reasonOf({ route }: FirmwareLoopContext): string {
  return route?.reason ?? '';
}

function isSlow({ judged }: FirmwareLoopContext): boolean {
  return judged?.signal === 'SLOW_IMPROVEMENT';
}

function countAndJudge(context: FirmwareLoopContext): Change {
  const change = countIteration(context);
  const judged = judgeAgain({ ...context, ...change });
  const slower = !context.counted && isSlow({ ...context, ...judged }) ? 1 : 0;
  return { ...change, ...judged, slow: context.slow + slower };
}

function judgeAgain(context: FirmwareLoopContext): Change {
  const judged = judge(context);
  return { acceptance: context.acceptance, judged, route: decideRoute(context, judged) };
}

/** The judgement stands; only what is to be done about it is decided again, now that the best tree is in place. */
function goOnFromBest(context: FirmwareLoopContext): Change {
  const { rollBackTo, judged } = context;
  if (rollBackTo === null || judged === null) return {};
  const change = rolledBackTo(rollBackTo);
  return { ...change, route: decideRoute({ ...context, ...change }, judged) };
}
