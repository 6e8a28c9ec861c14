import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { workInSession as contract } from '#lib/activities/session.ts';
import { session as task } from '#lib/agents/tasks/session.ts';
import { inStretches, kindsOf, replyOf, type SessionEvent, signalsOfTurn, signalWords } from '#lib/sessions/signals.ts';
import { askAgent } from '#server/agents/ask-agent.ts';
import { presets } from '#server/agents/cli/presets.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import type { ActivityContext } from '../context.ts';
import { readAtBase } from '../firmware/read-at-base.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { keepWork, openSessionTree, type SessionTree, sessionInputOf } from './facts.ts';
import { instructionText } from './instruction-text.ts';
import { keepText } from './keep-text.ts';
import { storySoFar } from './story.ts';
import { type Line, openTranscript } from './transcript.ts';

/** Results of tools are kept to this length; the log of the activity has what commands print. */
const mostOutput = 4_000;

/** One turn of the session. What it did is heard from its program and read from the tree; how it ended is not its to say. */
export const workInSession: Perform<typeof contract> = async ({ turn, tree: standing, ...told }, context) => {
  const [input, tree] = await Promise.all([sessionInputOf(context), openSessionTree(context, standing)]);
  const transcript = openTranscript(context, turn);
  const events: SessionEvent[] = [];
  const instruction = await instructionText(context, told);
  transcript.add({ conversation: 'session', kind: 'instruction', subject: told.push.kind, text: instruction });
  const begun = canResume(input.session) ? told.session : null;
  const folder = input.attach?.folder ?? join(tree.workspace.folder, 'session');
  await mkdir(folder, { recursive: true });
  const said = await askAgent(context, {
    agent: input.session,
    contract: task,
    input: { instruction, story: begun === null ? await storySoFar(context) : '' },
    ...treeFor(context, tree),
    session: {
      resume: begun,
      folder,
      hear(event) {
        events.push(event);
        for (const line of lineOf(event)) transcript.add(line);
      },
    },
  });
  const recognised = signalsOfTurn(events, input.commands);
  for (const { signal, from } of inStretches(recognised))
    transcript.add({
      conversation: 'session',
      kind: 'signal',
      subject: signal,
      text: `${signalWords[signal]}: ${from}`,
    });
  await transcript.close();
  const reply = replyOf(events);
  const [kept, replyId] = await Promise.all([
    keepWork(context, tree, `turn-${turn}.patch`),
    reply === '' ? null : keepText(context, 'reply', reply),
  ]);
  const heard = events.findLast((event) => event.type === 'session')?.id ?? null;
  const died = said.outcome !== 'answered';
  return {
    outcome: died ? 'died' : 'replied',
    // A session that could not even be gone on with is begun anew.
    session: heard ?? (died ? null : begun),
    signals: kindsOf(recognised),
    work: kept?.work ?? null,
    files: kept?.files.length ?? 0,
    replyId,
    reason: oneSentence(died ? said.reason : reply || 'the session said nothing'),
    evidence: [
      { kind: 'log', id: context.activityId, label: 'what the session printed' },
      ...(kept === null ? [] : [{ kind: 'artifact' as const, id: kept.work, label: 'the work so far' }]),
    ],
  };
};

/** The session's own tree with its walls, and the files of the project as they were. */
export function treeFor({ host }: ActivityContext, { git, workspace }: SessionTree) {
  const sandbox = wallsAround(workspace.root, { store: workspace.store, home: host.home });
  return {
    tree: async () => ({ root: workspace.root, directory: workspace.directory, sandbox }),
    readFile: (path: string) => readAtBase({ git, workspace }, path),
  };
}

/** A playbook is a session by itself: the next turn is its next step. */
function canResume(agent: Awaited<ReturnType<typeof sessionInputOf>>['session']): boolean {
  if (agent.use === 'playbook') return true;
  return agent.preset !== undefined && presets[agent.preset].resumes;
}

function lineOf(event: SessionEvent): Line[] {
  const line = { conversation: 'session' } as const;
  switch (event.type) {
    case 'session':
      return [];
    case 'text':
      return [{ ...line, kind: 'text', subject: '', text: event.text }];
    case 'tool':
      return [{ ...line, kind: 'tool', subject: event.tool, text: event.target }];
    case 'result': {
      const subject = event.exitCode === null ? (event.ok ? 'ok' : 'failed') : `exit ${event.exitCode}`;
      return [{ ...line, kind: 'result', subject, text: event.output.slice(-mostOutput) }];
    }
  }
}
