import { z } from 'zod';
import { commitMessageSignals, failureSignals, type ReviewSide, reviewSignals } from '#lib/sessions/judge.ts';
import { agentTask } from '../contract.ts';

const sentence = z.string().trim().min(1).max(400);
const text = z.string().default('');

/** A turn of a coding session. What it changed and ran is read from the folder and its tool calls, never from its words. */
export const session = agentTask({
  name: 'session',
  does: 'Follow the instruction: edit the files, run what shows that it works, and say at the end what you did.',
  input: z.object({ instruction: z.string(), story: text }),
  answer: z.object({ reply: z.string().max(20_000) }),
  changes: true,
});

/** What a judge answers (design, judgement): a signal, why, and what the session should do about it. */
const judgement = <Signals extends readonly [string, ...string[]]>(signals: Signals, needsSuggestion: string) =>
  z
    .object({
      signal: z.enum(signals),
      reason: sentence.describe('Why, in one sentence.'),
      suggestion: z
        .string()
        .trim()
        .max(4_000)
        .default('')
        .describe(`What the session should do. Must not be empty for ${needsSuggestion}.`),
    })
    .refine(({ signal, suggestion }) => signal === 'no_issue' || suggestion !== '', {
      path: ['suggestion'],
      error: 'must say what to do',
    });

const work = z.object({
  task: z.string(),
  /** What people have said since. */
  instructions: text,
  /** What the session was told last, and what it said at the end. */
  instruction: text,
  reply: text,
  /** What was read from its tool calls and exit codes by code. */
  signals: text,
  diff: text,
});

const sides = {
  function: 'whether it does what was asked, all of it and nothing else',
  edges: 'edge cases: empty, full, first, last, overflow, wrong input, errors that are not handled',
  security: 'security: bounds, untrusted input, secrets, unsafe calls',
  performance: 'performance: work and memory that grow without need, blocking, waste in hot paths',
} as const satisfies Record<ReviewSide, string>;

const reviewOf = (side: ReviewSide) =>
  agentTask({
    name: `review_${side}`,
    does: `Review the work from one side only: ${sides[side]}. Signal has_issue with what to mend, no_issue, or ai_question when the session waits for a decision of its user: then decide for the user and put the decision into the suggestion.`,
    input: work,
    answer: judgement(reviewSignals, 'has_issue and ai_question'),
    changes: false,
  });

/** The review of the work, a task for each side. */
export const reviews = {
  function: reviewOf('function'),
  edges: reviewOf('edges'),
  security: reviewOf('security'),
  performance: reviewOf('performance'),
} as const;

/** Tells a code fault from a test fault. */
export const judgeFailure = agentTask({
  name: 'judge_failure',
  does: 'Say whose fault the failing test is: code_fault when the code is wrong, test_fault when the test itself is. Suggest the direction of the fix.',
  input: z.object({ task: z.string(), output: z.string(), diff: text }),
  answer: judgement(failureSignals, 'both signals'),
  changes: false,
});

/** Reads the message of a commit. */
export const judgeCommitMessage = agentTask({
  name: 'judge_commit_message',
  does: 'Say whether the message of the commit tells truly and shortly what was changed and why: no_issue, or has_issue with what to write instead.',
  input: z.object({ task: z.string(), message: z.string(), diff: text }),
  answer: judgement(commitMessageSignals, 'has_issue'),
  changes: false,
});

/** Writes the message of a commit. */
export const writeCommitMessage = agentTask({
  name: 'write_commit_message',
  does: 'Write the message of the commit: a subject of at most 72 characters in the imperative, then why, if that is not plain.',
  input: z.object({ task: z.string(), diff: z.string(), complaint: text }),
  answer: z.object({ message: z.string().trim().min(1).max(4_000) }),
  changes: false,
});

/** Rewrites what a person says to a session. */
export const refineInstruction = agentTask({
  name: 'refine_instruction',
  does: 'Rewrite what the person says as one exact instruction for the coding session, without adding wishes of your own. Say where it leads: develop when code is to be changed, deploy when it asks for the deployment, stay for everything else.',
  input: z.object({ task: z.string(), state: z.string(), messages: z.string(), diff: text }),
  answer: z.object({
    intent: z.enum(['develop', 'deploy', 'stay']),
    instruction: z.string().trim().min(1).max(4_000),
    reason: sentence.describe('Whether the wish is reasonable here and why it leads there, in one sentence.'),
  }),
  changes: false,
});

/** Sums a session up. */
export const summariseSession = agentTask({
  name: 'summarise_session',
  does: 'Say in a sentence or two what the session has done and what is open, from these facts only.',
  input: z.object({ task: z.string(), outcome: z.string(), reason: z.string(), warnings: text, diff: text }),
  answer: z.object({ summary: sentence }),
  changes: false,
});
