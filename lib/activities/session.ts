import { z } from 'zod';
import { judgeSignals, judgeSubjects } from '#lib/sessions/judge.ts';
import { pushKinds } from '#lib/sessions/push.ts';
import { signalKinds } from '#lib/sessions/signals.ts';
import { contract, minutes } from './contract.ts';
import { evidence, id, sentence, whole } from './shapes.ts';

/** Where the session's work stands: the last commit, and the patch of everything since as an artifact. */
export const sessionTree = z.object({ commit: id.nullable(), work: id.nullable() });
export type SessionTree = z.output<typeof sessionTree>;

/** What the session is told next. Texts are artifacts; `text` is what has none. */
export const push = z.object({
  kind: z.enum(pushKinds),
  ids: z.array(id).max(5),
  text: z.string().max(1_000),
});
export type Push = z.output<typeof push>;

const cliSession = z.string().max(200).nullable();

export const workInSession = contract({
  name: 'work-in-session',
  does: 'Gives the coding session an instruction, follows its work to the end of its reply and reads the signals.',
  input: z.object({
    turn: whole,
    push,
    /** Messages of people that the session has not heard yet, by their numbers: from above `after` to `to`. */
    instructions: z.object({ after: whole, to: whole }),
    /** The agent's own name of the session, where it can be resumed. */
    session: cliSession,
    /** The last turn was cut off. */
    cutOff: z.boolean(),
    tree: sessionTree,
  }),
  output: z.object({
    outcome: z.enum(['replied', 'died']),
    session: cliSession,
    signals: z.array(z.enum(signalKinds)).max(signalKinds.length),
    work: id.nullable(),
    /** Files that differ from the last commit. */
    files: whole,
    /** The reply as an artifact. */
    replyId: id.nullable(),
    reason: sentence,
    evidence,
  }),
  idempotent: false,
  timeoutMs: minutes(125),
  capability: 'workspace',
  instant: false,
});

export const judgeSession = contract({
  name: 'judge-session',
  does: 'Has the judge look at the work from one side, at a failure, or at the message of a commit.',
  input: z.object({
    about: z.enum(judgeSubjects),
    turn: whole,
    attempt: whole,
    tree: sessionTree,
    /** Messages of people so far. */
    messages: whole,
    /** The reply, the output or the message that is judged. */
    subject: id.nullable(),
  }),
  output: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('judged'),
      signal: z.enum(judgeSignals),
      reason: sentence,
      /** The whole answer as an artifact. */
      answerId: id,
    }),
    z.object({ outcome: z.literal('unreadable'), reason: sentence }),
  ]),
  idempotent: false,
  timeoutMs: minutes(30),
  capability: 'workspace',
  instant: false,
});

export const standInForJudge = contract({
  name: 'stand-in-for-judge',
  does: 'Looks for an answer in the playbook where the judge cannot be read and nobody is waited for.',
  input: z.object({ about: z.enum(judgeSubjects) }),
  output: z.object({ signal: z.enum(judgeSignals).nullable(), reason: sentence }),
  idempotent: false,
  timeoutMs: minutes(10),
  capability: 'workspace',
  instant: false,
});

export const runSessionChecks = contract({
  name: 'run-session-checks',
  does: "Runs the project's own lint or test command, whatever the session says of them.",
  input: z.object({ checks: z.array(z.enum(['lint', 'test'])).max(2), tree: sessionTree }),
  output: z.object({
    ok: z.boolean(),
    failed: z.enum(['lint', 'test']).nullable(),
    summary: sentence,
    /** The end of what the failing command printed. */
    outputId: id.nullable(),
    evidence,
  }),
  idempotent: true,
  timeoutMs: minutes(65),
  capability: 'workspace',
  instant: false,
});

export const draftCommit = contract({
  name: 'draft-commit',
  does: 'Has the session write the message of its commit.',
  input: z.object({
    tree: sessionTree,
    session: cliSession,
    /** What the judge said of the message before. */
    complaint: id.nullable(),
  }),
  output: z.object({ messageId: id, subject: sentence }),
  idempotent: false,
  timeoutMs: minutes(30),
  capability: 'workspace',
  instant: false,
});

export const commitWork = contract({
  name: 'commit-work',
  does: "Commits the work with the project's own hooks, and brings it together with what its branch has got meanwhile.",
  input: z.object({
    tree: sessionTree,
    messageId: id,
    /** The commit that is being merged, when its conflicts have just been resolved. */
    merging: id.nullable(),
  }),
  output: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('committed'),
      commit: id,
      files: whole,
      /** The tree has changed by a merge: it has not been checked yet. */
      merged: z.boolean(),
      reason: sentence,
      evidence,
    }),
    z.object({ outcome: z.literal('nothing'), reason: sentence }),
    z.object({
      outcome: z.enum(['hook', 'conflict', 'failed']),
      /** What was committed before it failed: a conflict comes after the session's own commit. */
      commit: id.nullable(),
      work: id.nullable(),
      merging: id.nullable(),
      reason: sentence,
      outputId: id.nullable(),
      evidence,
    }),
  ]),
  idempotent: true,
  timeoutMs: minutes(30),
  capability: 'workspace',
  instant: false,
});

export const deployWork = contract({
  name: 'deploy-work',
  does: "Runs the project's deploy command on what was committed, or the command that rolls it back.",
  input: z.object({ what: z.enum(['deploy', 'roll-back']), attempt: whole, tree: sessionTree }),
  output: z.object({ ok: z.boolean(), summary: sentence, evidence }),
  idempotent: false,
  timeoutMs: minutes(65),
  capability: 'workspace',
  instant: false,
});

export const refineMessage = contract({
  name: 'refine-message',
  does: "Rewrites a person's messages as one exact instruction and says where they lead.",
  input: z.object({
    /** Numbers of the messages. */
    from: whole,
    to: whole,
    state: z.string().max(40),
    tree: sessionTree,
  }),
  output: z.object({
    intent: z.enum(['develop', 'deploy', 'stay']),
    /** The instruction as an artifact: what a yes is bound to. */
    instructionId: id,
    preview: sentence,
    reason: sentence,
  }),
  idempotent: false,
  timeoutMs: minutes(15),
  capability: 'workspace',
  instant: false,
});

export const completeSession = contract({
  name: 'complete-session',
  does: 'Keeps what is not committed as a patch and says what was done.',
  input: z.object({
    outcome: z.enum(['completed', 'completed with warning', 'aborted']),
    reason: z.string().max(700),
    warnings: z.array(sentence).max(12),
    tree: sessionTree,
  }),
  output: z.object({
    summary: sentence,
    commit: id.nullable(),
    /** Files that are in the patch and in no commit. */
    uncommitted: whole,
    evidence,
  }),
  idempotent: true,
  timeoutMs: minutes(15),
  capability: 'workspace',
  instant: false,
});
