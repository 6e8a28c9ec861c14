import { z } from 'zod';

/** A sentence that fits in a trace line. */
export const sentence = z.string().max(400);
/** The name of a test, program, board or file. */
export const name = z.string().max(200);
/** Key of a row, an artifact or a commit. */
export const id = z.string().min(1).max(80);

export const whole = z.number().int().min(0).max(10_000_000);
export const ratio = z.number().min(0).max(1);
export const durationMs = z.number().int().min(0);
/** 0 is the base; 1 is the first iteration that may change something. */
export const iteration = z.number().int().min(0).max(10_000);

/** A pointer to what a reason rests on. */
export const evidence = z
  .array(z.object({ kind: z.enum(['artifact', 'log', 'test', 'commit', 'event', 'record']), id, label: name }))
  .max(5);

/** Results of a set of tests; skipped ones are in no total. */
export const counts = z.object({ passed: whole, failed: whole, errors: whole, skipped: whole });
export type Counts = z.infer<typeof counts>;

/** What asking an agent has cost; money in the project's currency, 0 where the price is unknown. */
export const usage = z.object({ tokens: whole, money: z.number().min(0).max(1_000_000) });

/** A program that is not there, and the command or page that brings it. */
export const missingProgram = z.object({ program: name, howToGet: sentence });
export const missingPrograms = z.array(missingProgram).max(10);

/** What an iteration is for. */
export const intent = z.enum(['baseline', 'fix', 'diagnose', 'confirm']);
export type Intent = z.infer<typeof intent>;

/** Who thinks: the strategy's agent, or the built-in rules that need no model. */
export const author = z.enum(['agent', 'rules']);
