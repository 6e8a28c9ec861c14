import type { standInForJudge as contract } from '#lib/activities/session.ts';
import { ask } from '#lib/agents/tasks/common.ts';
import { signalsOf, subjectInWords } from '#lib/sessions/judge.ts';
import { askAgent } from '#server/agents/ask-agent.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { openSessionTree, sessionInputOf } from './facts.ts';
import { treeFor } from './work-in-session.ts';

/** Only a playbook stands in: a judge that could not be read is not asked by another door. */
export const standInForJudge: Perform<typeof contract> = async ({ about }, context) => {
  const { judge } = await sessionInputOf(context);
  if (judge.use !== 'playbook')
    return { signal: null, reason: 'nobody is there to decide, and the judge is no playbook' };
  const tree = await openSessionTree(context, { commit: null, work: null });
  const signals: readonly string[] = signalsOf[about];
  const input = { question: `What do you say of ${subjectInWords[about]}?`, options: [...signals] };
  const said = await askAgent(context, { agent: judge, contract: ask, input, ...treeFor(context, tree) });
  if (said.outcome !== 'answered') return { signal: null, reason: oneSentence(said.reason) };
  const signal = signalsOf[about].find((known) => known === said.answer.answer.trim()) ?? null;
  return { signal, reason: oneSentence(said.answer.reason) };
};
