import type { Decision } from '#lib/review/decision.ts';
import type { ReviewVerdict, Situation } from './types.ts';
import { verdictWords } from './verdict-words.ts';

/** A decision's key in a list of options. */
export function optionKey(decision: Decision): string {
  return [
    decision.verdict,
    ...('strategy' in decision ? [decision.strategy] : []),
    ...('to' in decision ? [decision.to] : []),
  ].join(' ');
}

/** How a decision is offered: its name, and what it means for the team. */
export function optionWords(decision: Decision, situation: Situation): { title: string; effect: string } {
  if (decision.verdict === 'abort') return { title: 'Abort', effect: 'The run ends with ABORTED.' };
  const words = verdictWords[wordsOf(decision)];
  const title =
    decision.verdict === 'switch-strategy' && decision.strategy ? `Switch to ${decision.strategy}` : words.title;
  return {
    title,
    effect: words.effect({ why: '', dueAt: null, unanswered: null, strategies: [], taken: [], ...situation }),
  };
}

function wordsOf(decision: Exclude<Decision, { verdict: 'abort' }>): ReviewVerdict {
  if (decision.verdict === 'roll-back') return `roll-back-to-${decision.to}`;
  return decision.verdict === 'abort' ? 'give-up' : decision.verdict;
}
