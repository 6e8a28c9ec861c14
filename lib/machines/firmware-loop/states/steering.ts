import { counted } from '#lib/format/count.ts';
import type { FirmwareLoopContext } from '../context.ts';
import type { KeptTree } from '../events.ts';
import { iterationBegun } from '../facts.ts';
import { freshStreaks } from '../iteration.ts';
import { mayGoOn, openReview } from '../review.ts';
import { on } from '../wiring.ts';
import { bestSoFar } from '../words.ts';
import { goingOn, strategyFor } from './review.ts';

/**
 * What a person may do to a run that goes on by itself, from every state: what was in flight is stopped and proved gone
 * before the next state begins. Before the first iteration there is nothing to steer; while a review is open its verdict
 * decides.
 */
export const steering = {
  ...on('control.roll-back', {
    when: (context, { to }) => isUnderWay(context) && mayGoOn(context) && to.commit !== context.tree?.commit,
    to: '#HUMAN_REVIEW.ROLL_BACK',
    label: 'roll back',
    because: (_, { by, to, reason }) =>
      `${by} rolls back to iteration ${to.iteration} (${to.passed}/${to.total}): ${reason}`,
    change: ({ settings }, { by, to, reason }) => ({
      ...openReview(settings, `${by} wanted to roll back to iteration ${to.iteration}: ${reason}`, null),
      rollBackTo: { commit: to.commit, iteration: to.iteration, measured: measuredOf(to) },
    }),
  }),
  ...on('control.switch-strategy', {
    when: (context, { strategy }) =>
      isUnderWay(context) &&
      mayGoOn(context) &&
      strategy !== context.strategy.name &&
      strategyFor(context, strategy) !== null,
    to: '#STRATEGY_SWITCH',
    label: 'switch strategy',
    because: (_, { by, strategy, reason }) => `${by} switches to ${strategy}: ${reason}`,
    change: (_, { strategy }) => ({ nextStrategy: strategy }),
  }),
  ...on('control.patch', {
    when: (context, { policy }) => isUnderWay(context) && mayGoOn(context) && policy.allowed,
    to: '#PATCH_APPLY',
    label: "a person's patch",
    because: (_, { by, policy, reason }) =>
      `${by} gives a patch of risk ${policy.risk.toFixed(2)} with ${counted(policy.findings, 'finding')}: ${reason}`,
    change: (context, { proposalId: id, fingerprint, policy }) => ({
      ...goingOn(context),
      proposal: { id, fingerprint, risk: policy.risk },
    }),
    record: iterationBegun,
  }),
  ...on('control.run-again', {
    when: (context) => isUnderWay(context) && isAtRest(context) && context.built?.commit === context.tree?.commit,
    to: '#TEST_SETUP',
    label: 'run again',
    because: (_, { by, reason }) => `${by} has the tests run again: ${reason}`,
    change: (context) => ({ ...freshStreaks(context), intent: 'confirm' as const }),
  }),
  ...on('control.accept', {
    when: (context) => isUnderWay(context) && context.best !== null,
    to: '#SUCCESS_WITH_WARNING',
    label: 'accept',
    because: (context, { by, reason }) => `${by} accepts with a warning, ${bestSoFar(context)}: ${reason}`,
  }),
};

function measuredOf({ passed, total, errors }: KeptTree): Omit<KeptTree, 'iteration' | 'commit'> {
  return { passed, total, errors };
}

function isUnderWay({ iteration, review }: FirmwareLoopContext): boolean {
  return iteration > 0 && review === null;
}

/** The worktree holds what was kept, not a patch that is still being tried. */
function isAtRest({ tree, kept }: FirmwareLoopContext): boolean {
  return tree !== null && tree.commit === kept?.commit;
}
