import type { completeSession as contract } from '#lib/activities/session.ts';
import { summariseSession } from '#lib/agents/tasks/session.ts';
import type { Json } from '#lib/engine/json.ts';
import { counted } from '#lib/format/count.ts';
import { diffBetween } from '#server/workspace/diff-between.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { askJudge } from './ask-judge.ts';
import { filesIn, keepWork, openSessionTree, type SessionTree, sessionInputOf } from './facts.ts';
import { openTranscript } from './transcript.ts';

const mostDiff = 40_000;

/**
 * The completion summary. What is in no commit is kept as a patch, and the facts are ours: the judge only puts them into
 * words, and where it does not, they stand for themselves.
 */
export const completeSession: Perform<typeof contract> = async (
  { outcome, reason, warnings, tree: standing },
  context,
) => {
  const [{ task }, tree] = await Promise.all([sessionInputOf(context), openSessionTree(context, standing)]);
  const [left, committed] = await Promise.all([
    keepWork(context, tree, 'uncommitted.patch'),
    committedDiff(tree, standing.commit),
  ]);
  const transcript = openTranscript(context, context.iteration);
  const said = await askJudge(context, tree, transcript, {
    contract: summariseSession,
    subject: 'summarise_session',
    input: { task, outcome, reason, warnings: warnings.join('\n'), diff: committed.slice(0, mostDiff) },
  });
  const files = filesIn(committed);
  const made = [
    standing.commit === null ? 'nothing was committed' : `${counted(files.length, 'file')} committed`,
    ...(left === null ? [] : [`${counted(left.files.length, 'file')} kept in uncommitted.patch`]),
  ];
  const facts = [...made, ...warnings].join('; ');
  // The warnings are said beside it.
  const summary = oneSentence(said.outcome === 'answered' ? said.answer.summary : made.join('; '));
  transcript.add({ conversation: 'brain', kind: 'summary', subject: outcome, text: `${summary}\n\n${facts}` });
  await transcript.close();
  const report = { outcome, reason, warnings, summary, commit: standing.commit, files, uncommitted: left?.files ?? [] };
  return {
    summary,
    commit: standing.commit,
    uncommitted: left?.files.length ?? 0,
    evidence: [
      { kind: 'artifact', id: await keepReport(context, report as unknown as Json), label: 'completion summary' },
      ...(left === null ? [] : [{ kind: 'artifact' as const, id: left.work, label: 'what is not committed' }]),
    ],
  };
};

async function committedDiff({ git, workspace }: SessionTree, commit: string | null): Promise<string> {
  if (commit === null) return '';
  const diff = await diffBetween(git, workspace, workspace.baseCommit, commit);
  return diff.ok ? diff.text : '';
}

async function keepReport({ host, runId, iteration, activityId }: ActivityContext, report: Json): Promise<string> {
  return await host.artifacts.putJson({ runId, iteration, activityId, kind: 'report', name: 'summary' }, report);
}
