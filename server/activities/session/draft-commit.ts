import type { draftCommit as contract } from '#lib/activities/session.ts';
import { writeCommitMessage } from '#lib/agents/tasks/session.ts';
import { askAgent } from '#server/agents/ask-agent.ts';
import { withDraft } from '#server/agents/draft.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { openSessionTree, sessionInputOf } from './facts.ts';
import { keepText, textOf } from './keep-text.ts';
import { openTranscript } from './transcript.ts';
import { treeFor } from './work-in-session.ts';

const longestSubject = 72;

/** The session writes its message; where it writes none, the first line of the task is one, which the judge reads like any other. */
export const draftCommit: Perform<typeof contract> = async ({ tree: standing, complaint }, context) => {
  const [{ task, session }, tree] = await Promise.all([sessionInputOf(context), openSessionTree(context, standing)]);
  const [diff, said] = await Promise.all([textOf(context, standing.work), textOf(context, complaint)]);
  const transcript = openTranscript(context, context.iteration);
  transcript.add({
    conversation: 'session',
    kind: 'instruction',
    subject: 'commit_message',
    text: said === '' ? 'Write the message of the commit.' : `Write the message of the commit again. ${said}`,
  });
  const { readFile } = treeFor(context, tree);
  const { home } = context.host;
  const written = await withDraft({ ...tree, home, activityId: context.activityId }, (draft) =>
    askAgent(context, {
      agent: session,
      contract: writeCommitMessage,
      input: { task, diff, complaint: said },
      tree: draft.tree,
      readFile,
    }),
  );
  const message = written.outcome === 'answered' ? written.answer.message : fromTask(task);
  const text = written.outcome === 'answered' ? message : `${message}\n(from the task: ${written.reason})`;
  transcript.add({ conversation: 'session', kind: 'text', subject: 'commit_message', text });
  await transcript.close();
  const [subject = ''] = message.split('\n');
  return { messageId: await keepText(context, 'commit-message', message), subject: oneSentence(subject) };
};

function fromTask(task: string): string {
  const [line = ''] = task.trim().split('\n');
  return line.length <= longestSubject ? line : `${line.slice(0, longestSubject - 2)} …`;
}
