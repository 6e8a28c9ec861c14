import { cancel, enqueueActions } from 'xstate';
import { counted } from '#lib/format/count.ts';
import type { Change, Fact, FirmwareLoopContext } from '../context.ts';
import { strategyAfter } from '../convergence/route.ts';
import { iterationBegun } from '../facts.ts';
import { analyseAgain, freshStreaks, rolledBackTo, totalOf } from '../iteration.ts';
import { mayGoOn } from '../review.ts';
import { atOnce, due, type Edge, type Node, on, work } from '../wiring.ts';
import { bestSoFar } from '../words.ts';
import { patchApproval } from './approval.ts';

interface Said {
  readonly type: string;
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

/** Waits for a person's verdict; nothing else can move a run from here but its due time and an abort. */
export const humanReview: Node = {
  id: 'HUMAN_REVIEW',
  initial: 'OPEN',
  states: {
    OPEN: {
      tags: ['waiting'],
      entry: enqueueActions(({ context, enqueue }: { context: FirmwareLoopContext; enqueue: Enqueue }) => {
        const delay = context.review?.dueMs;
        if (delay != null) enqueue.raise({ type: 'review.overdue' }, { id: 'review due', delay });
      }),
      exit: cancel('review due'),
      on: {
        ...on('review.continue', {
          when: mayGoOn,
          to: '#CODE_ANALYSIS',
          label: 'continue',
          because: (_, event) => `${event.by} lets the run go on: ${event.reason}`,
          change: (context) => goingOn(context),
          record: [(_, event) => verdictFact(event, { hint: event.hint ?? null }), iterationBegun],
        }),
        ...on('review.switch-strategy', {
          when: (context, { strategy }) => mayGoOn(context) && strategyFor(context, strategy) !== null,
          to: '#STRATEGY_SWITCH',
          label: 'switch strategy',
          because: (context, event) =>
            `${event.by} switches to ${strategyFor(context, event.strategy) ?? ''}: ${event.reason}`,
          change: (context, { strategy }) => ({ nextStrategy: strategyFor(context, strategy), review: null }),
          record: (_, event) => verdictFact(event, { strategy: event.strategy ?? null }),
        }),
        ...on('review.roll-back', {
          when: (context, event) => mayGoOn(context) && treeFor(context, event.to) !== null,
          to: 'ROLL_BACK',
          label: 'roll back',
          because: (_, event) => `${event.by} rolls back to the ${event.to}: ${event.reason}`,
          change: (context, event) => ({ rollBackTo: treeFor(context, event.to) }),
          record: (_, event) => verdictFact(event, { to: event.to }),
        }),
        ...on('review.patch', {
          when: (context, { policy }) => mayGoOn(context) && policy.allowed,
          to: '#PATCH_APPLY',
          label: "a person's patch",
          because: (_, event) =>
            `${event.by} gives a patch of risk ${event.policy.risk.toFixed(2)} with ${counted(event.policy.findings, 'finding')}: ${event.reason}`,
          change: (context, { proposalId: id, fingerprint, policy }) => ({
            ...goingOn(context),
            proposal: { id, fingerprint, risk: policy.risk },
          }),
          record: [(_, event) => verdictFact(event, { proposal_id: event.proposalId }), iterationBegun],
        }),
        ...on(
          'review.run-again',
          {
            when: ({ built, tree }) => built !== null && built.commit === tree?.commit,
            to: '#TEST_SETUP',
            label: 'run again',
            because: (_, event) => `${event.by} has the tests run again: ${event.reason}`,
            change: (context) => ({ ...freshStreaks(context), intent: 'confirm', review: null }),
            record: (_, event) => verdictFact(event, {}),
          },
          {
            when: mayGoOn,
            to: '#CODE_ANALYSIS',
            label: 'build and run again',
            because: (_, event) => `${event.by} has the kept tree built and tested again: ${event.reason}`,
            change: (context) => goingOn(context, 'confirm'),
            record: [(_, event) => verdictFact(event, {}), iterationBegun],
          },
        ),
        ...on('review.accept', {
          ...ending('#SUCCESS_WITH_WARNING', 'accept'),
          because: (context, event) => `${event.by} accepts with a warning, ${bestSoFar(context)}: ${event.reason}`,
        }),
        ...on('review.give-up', {
          ...ending('#FAILURE', 'give up'),
          because: (context, event) => `${event.by} gives up, ${bestSoFar(context)}: ${event.reason}`,
        }),
        ...on('review.abort', {
          ...ending('#ABORTED', 'abort'),
          because: (context, event) => `${event.by} aborts, ${bestSoFar(context)}: ${event.reason}`,
        }),
        ...due('review.overdue', overdue('SUCCESS_WITH_WARNING'), overdue('FAILURE'), overdue('ABORTED')),
      },
    },
    APPROVAL: patchApproval,
    ROLL_BACK: work('roll-back', {
      path: 'HUMAN_REVIEW.ROLL_BACK',
      input: ({ rollBackTo, review }) => ({ to: rollBackTo?.commit ?? 'none', why: review?.why ?? 'a review' }),
      done: [
        {
          when: (_, { ok }) => ok,
          to: '#CODE_ANALYSIS',
          label: 'rolled back',
          because: ({ rollBackTo }) => `the worktree is at iteration ${rollBackTo?.iteration ?? 0} again`,
          change: fromThere,
          record: iterationBegun,
        },
        {
          to: 'OPEN',
          label: 'not rolled back',
          because: (_, { reason }) => `the worktree could not be rolled back: ${reason}`,
          change: () => ({ rollBackTo: null }),
        },
      ],
    }),
  },
};

/** Takes up the chosen strategy with its first agent; window and streaks begin anew. */
export const strategySwitch: Node = {
  id: 'STRATEGY_SWITCH',
  ...atOnce({
    to: '#CODE_ANALYSIS',
    label: 'go on',
    because: ({ strategy, nextStrategy }) =>
      `switch ${strategy.switches + 1}: from ${strategy.name} to ${nextStrategy ?? strategy.name}; window and streaks begin anew`,
    change: (context) => ({
      ...goingOn(context),
      strategy: {
        name: context.nextStrategy ?? context.strategy.name,
        agent: 0,
        switches: context.strategy.switches + 1,
      },
      nextStrategy: null,
    }),
    record: iterationBegun,
  }),
};

interface Enqueue {
  readonly raise: (event: { type: string }, options: { id: string; delay: number }) => void;
}

export function goingOn(context: FirmwareLoopContext, intent: 'fix' | 'confirm' = 'fix'): Change {
  return { ...analyseAgain(context, intent), ...freshStreaks(context) };
}

/** Going back on purpose makes that tree the best again: else the next result would be measured against what was left. */
function fromThere(context: FirmwareLoopContext): Change {
  const { rollBackTo, best, base } = context;
  if (rollBackTo === null) return {};
  const change = { ...goingOn(context), ...rolledBackTo(rollBackTo) };
  if (best === null || rollBackTo.commit === best.commit) return change;
  const { commit, iteration, measured = measuredBase(base) } = rollBackTo;
  const more = { regressions: 0, performance: null, patchId: null };
  return { ...change, best: measured === null ? null : { commit, iteration, ...measured, ...more } };
}

function measuredBase(base: FirmwareLoopContext['base']): { passed: number; total: number; errors: number } | null {
  const goal = base?.goal ?? null;
  return goal === null ? null : { passed: goal.passed, total: totalOf(goal), errors: goal.errors };
}

function treeFor({ best, base }: FirmwareLoopContext, to: 'best' | 'base'): FirmwareLoopContext['rollBackTo'] {
  if (to === 'best') return best === null ? null : { commit: best.commit, iteration: best.iteration };
  return base === null ? null : { commit: base.commit, iteration: 0 };
}

export function strategyFor(context: FirmwareLoopContext, asked: string | undefined): string | null {
  if (asked === undefined) return strategyAfter(context);
  return context.settings.strategies.find(({ name }) => name === asked)?.name ?? null;
}

function ending(to: string, label: string): Pick<Edge<Said>, 'to' | 'label' | 'record'> {
  return { to, label, record: (_, event) => verdictFact(event, {}) };
}

function overdue(end: NonNullable<FirmwareLoopContext['review']>['unanswered']): Edge<null> {
  return {
    when: ({ review }) => review?.unanswered === end,
    to: `#${end}`,
    label: 'unanswered',
    because: (context) => `nobody answered the review in time, ${bestSoFar(context)}`,
  };
}

function verdictFact({ type, at, by, reason }: Said, more: Fact['data']): Fact {
  return { kind: 'verdict', key: String(at), data: { verdict: type.replace('review.', ''), by, reason, ...more } };
}
