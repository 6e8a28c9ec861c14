import type { takeInRequest as contract } from '#lib/activities/task.ts';
import { intake } from '#lib/agents/tasks/orchestrator.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { answersOf } from './answers.ts';
import { mustAnswer } from './ask.ts';
import { taskInputOf } from './facts.ts';

/** What a request needs is the agent's guess; what is allowed is the project's word, checked again at each tool. */
export const takeInRequest: Perform<typeof contract> = async (_input, context) => {
  const { request, permissions } = await taskInputOf(context);
  const answers = await answersOf(context);
  const said = await mustAnswer(context, intake, { request, answers });
  return {
    intent: oneSentence(said.intent),
    denied: [...new Set(said.needs)].filter((risk) => permissions[risk] === 'deny'),
    risk: said.risk,
    questions: said.questions.map(oneSentence),
  };
};
