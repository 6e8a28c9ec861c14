import type { answerForPerson as contract } from '#lib/activities/task.ts';
import { ask as askContract } from '#lib/agents/tasks/common.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { ask } from './ask.ts';
import { taskInputOf } from './facts.ts';

/** Only a playbook answers for people: a language model must not say yes to itself. */
export const answerForPerson: Perform<typeof contract> = async ({ question, options }, context) => {
  const { agents } = await taskInputOf(context);
  if (agents[0]?.use !== 'playbook')
    return { answered: false, answer: '', reason: 'nobody is there to ask, and there is no playbook' };
  const given = await ask(context, askContract, { question, options });
  return given.outcome === 'answered'
    ? { answered: true, answer: given.answer.answer.slice(0, 2_000), reason: oneSentence(given.answer.reason) }
    : { answered: false, answer: '', reason: oneSentence(given.reason) };
};
