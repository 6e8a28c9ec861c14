import type { answerForPerson as contract } from '#lib/activities/task.ts';
import { ask } from '#lib/agents/tasks/common.ts';
import { askInTurn } from '../ask-in-turn.ts';
import { askedRunOf } from '../asked-runs.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';

/** Only a playbook answers for people: a language model must not say yes to itself. */
export const answerForPerson: Perform<typeof contract> = async ({ question, options }, context) => {
  const run = await askedRunOf(context);
  if (run.agents[0]?.use !== 'playbook')
    return { answered: false, answer: '', reason: 'nobody is there to ask, and there is no playbook' };
  const given = await askInTurn(context, run, { contract: ask, input: { question, options } });
  return given.outcome === 'answered'
    ? { answered: true, answer: given.answer.answer.slice(0, 2_000), reason: oneSentence(given.answer.reason) }
    : { answered: false, answer: '', reason: oneSentence(given.reason) };
};
