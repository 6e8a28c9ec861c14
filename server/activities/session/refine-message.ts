import type { refineMessage as contract } from '#lib/activities/session.ts';
import { refineInstruction } from '#lib/agents/tasks/session.ts';
import { ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { askJudge } from './ask-judge.ts';
import { openSessionTree, sessionInputOf } from './facts.ts';
import { saidIn } from './instructions.ts';
import { keepText, textOf } from './keep-text.ts';
import { openTranscript } from './transcript.ts';

/** Rewrites messages of people. Where that fails the machine goes on with their own words. */
export const refineMessage: Perform<typeof contract> = async ({ from, to, state, tree: standing }, context) => {
  const [{ task }, tree] = await Promise.all([sessionInputOf(context), openSessionTree(context, standing)]);
  const transcript = openTranscript(context, context.iteration);
  const [messages, diff] = await Promise.all([saidIn(context, { from, to }), textOf(context, standing.work)]);
  const said = await askJudge(context, tree, transcript, {
    contract: refineInstruction,
    subject: 'refine_instruction',
    input: { task, state, messages: messages.join('\n'), diff },
  });
  const answered = said.outcome === 'answered';
  transcript.add({
    conversation: 'brain',
    kind: 'answer',
    subject: answered ? said.answer.intent : 'unreadable',
    text: answered ? `${said.answer.reason}\n\n${said.answer.instruction}` : said.reason,
  });
  await transcript.close();
  if (!answered) throw new ActivityFailure('MODEL_FAILURE', oneSentence(said.reason), { final: true });
  const { intent, instruction, reason } = said.answer;
  return {
    intent,
    instructionId: await keepText(context, 'instruction', instruction),
    preview: oneSentence(instruction),
    reason: oneSentence(reason),
  };
};
