import type { judgeSession as contract } from '#lib/activities/session.ts';
import { judgeCommitMessage, judgeFailure, reviews } from '#lib/agents/tasks/session.ts';
import type { JudgeSubject } from '#lib/sessions/judge.ts';
import { sessionEntries } from '#server/store/session-entries.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { askJudge } from './ask-judge.ts';
import { openSessionTree, type SessionTree, sessionInputOf } from './facts.ts';
import { instructionsIn } from './instructions.ts';
import { keepText, textOf } from './keep-text.ts';
import { openTranscript, type Transcript } from './transcript.ts';

/** What the judge sees of one question. */
interface Case {
  readonly context: ActivityContext;
  readonly tree: SessionTree;
  readonly transcript: Transcript;
  readonly turn: number;
  readonly messages: number;
  readonly task: string;
  readonly subject: string;
  readonly diff: string;
}

/** Asks the judge one question once. An answer that cannot be read is told as that; nothing is guessed from it. */
export const judgeSession: Perform<typeof contract> = async (
  { about, turn, tree: standing, messages, subject },
  context,
) => {
  const [{ task }, tree] = await Promise.all([sessionInputOf(context), openSessionTree(context, standing)]);
  const transcript = openTranscript(context, turn);
  const [told, diff] = await Promise.all([textOf(context, subject), textOf(context, standing.work)]);
  const said = await ask[about]({ context, tree, transcript, turn, messages, task, subject: told, diff });
  if (said.outcome !== 'answered') {
    transcript.add({ conversation: 'brain', kind: 'answer', subject: 'unreadable', text: said.reason });
    await transcript.close();
    return { outcome: 'unreadable', reason: oneSentence(said.reason) };
  }
  const { signal, reason, suggestion } = said.answer;
  const text = suggestion === '' ? reason : `${reason}\n\n${suggestion}`;
  const answerId = await keepText(context, about, `${headings[about]}: ${text}`);
  transcript.add({ conversation: 'brain', kind: 'answer', subject: signal, text });
  await transcript.close();
  return { outcome: 'judged', signal, reason: oneSentence(reason), answerId };
};

const headings = {
  function: 'Function',
  edges: 'Edge cases',
  security: 'Security',
  performance: 'Performance',
  failure: 'The failing test',
  commit_message: 'The message of the commit',
} as const satisfies Record<JudgeSubject, string>;

const side = (contract: (typeof reviews)[keyof typeof reviews]) => async (of: Case) =>
  askJudge(of.context, of.tree, of.transcript, { contract, subject: contract.name, input: await workOf(of) });

const ask = {
  function: side(reviews.function),
  edges: side(reviews.edges),
  security: side(reviews.security),
  performance: side(reviews.performance),
  failure: ({ context, tree, transcript, task, subject: output, diff }: Case) =>
    askJudge(context, tree, transcript, { contract: judgeFailure, subject: 'failure', input: { task, output, diff } }),
  commit_message: ({ context, tree, transcript, task, subject: message, diff }: Case) =>
    askJudge(context, tree, transcript, {
      contract: judgeCommitMessage,
      subject: 'commit_message',
      input: { task, message, diff },
    }),
} as const satisfies Record<JudgeSubject, unknown>;

const lastLines = 400;

/** The work as it is reviewed: what was asked, what was told and said in the last turn, the signals and the diff. */
async function workOf({ context, turn, messages, task, subject: reply, diff }: Case) {
  const { host, runId } = context;
  const [lines, instructions] = await Promise.all([
    sessionEntries(host.pool, { runId, until: null, limit: lastLines }),
    instructionsIn(context, { after: 0, to: messages }),
  ]);
  const of = lines.filter((line) => line.turn === turn && line.conversation === 'session');
  return {
    task,
    instructions: instructions.join('\n\n'),
    instruction: of.find(({ kind }) => kind === 'instruction')?.text ?? '',
    reply,
    signals: of.flatMap(({ kind, text }) => (kind === 'signal' ? [`- ${text}`] : [])).join('\n'),
    diff: diff === '' ? 'Nothing was changed.' : diff,
  };
}
