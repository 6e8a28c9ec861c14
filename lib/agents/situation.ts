import { z } from 'zod';

const text = z.string();

const failingTest = z.object({
  name: text,
  status: text,
  message: text.nullable(),
  /** `file:line` where the test says it failed. */
  place: text.nullable(),
});

/** A line that failing tests execute more than passing ones; `score` from 0 to 1. */
const suspiciousLine = z.object({ path: text, line: z.number(), score: z.number() });

/** What was tried in this run before and what came of it. */
const attempt = z.object({
  iteration: z.number(),
  summary: text,
  /** Why it did not do, in a clause. */
  outcome: text,
  diff: text,
});

/** A failure of an earlier run that looks like this one. */
const precedent = z.object({
  /** From 0 to 1. */
  similarity: z.number(),
  failure: text,
  hypothesis: text,
  outcome: text,
  diff: text,
});

/** Pieces of a log, the most telling first. */
const shownLog = z.object({
  name: text,
  windows: z.array(z.object({ place: z.enum(['whole', 'trouble', 'end', 'beginning']), firstLine: z.number(), text })),
});

const sourceExcerpt = z.object({ path: text, firstLine: z.number(), text });

/** Everything that an agent of the firmware loop is told, newest and most telling first in each list. */
export const situation = z.object({
  goal: text,
  project: text,
  iteration: z.number(),
  /** `fix`, or `diagnose`: find out more with a change that only prints. */
  intent: text,
  /** `usual`, `smallest`, `diagnose` or `wide`: how the strategy goes about it. */
  approach: text,
  /** `none`, `minimal` or `log-only`: how tightly the change is bound after one was refused. */
  constraint: text,
  buildErrors: z.array(text),
  failing: z.array(failingTest),
  passing: z.number(),
  suspicious: z.array(suspiciousLine),
  sources: z.array(sourceExcerpt),
  /** Of the launch, of a failed build and of the last tests. */
  logs: z.array(shownLog),
  attempts: z.array(attempt),
  precedents: z.array(precedent),
  /** What people have told the run. */
  messages: z.array(text),
  /** The cause as the analysis of this iteration has it; empty before. */
  hypotheses: z.array(text),
  /** Patterns over paths that a change may touch, and that it may not. */
  allow: z.array(text),
  forbid: z.array(text),
  /** What was left out for want of room, a clause each. */
  leftOut: z.array(text),
});

export type Situation = z.infer<typeof situation>;
