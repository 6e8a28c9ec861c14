import { setTimeout as pause } from 'node:timers/promises';
import { duration } from '#lib/format/duration.ts';
import type { Refused } from './capabilities.ts';

/** What is asked of a driver, for the sentence when no answer comes, and for how long. */
export interface Question {
  /** Continues "it did not …": `switch the board on`. */
  readonly to: string;
  readonly withinMs: number;
  /** How long one that was told to stop may clear up before it is left behind. */
  readonly leaveMs: number;
  readonly signal: AbortSignal;
}

/**
 * Puts a question to a driver and always has an answer in the end: a driver that throws is quoted, one that hangs is
 * told to stop, is given a moment to clear up, and is left behind. `late` receives what still comes after that.
 */
export async function ask<Told extends { readonly ok: boolean }>(
  { to, withinMs, leaveMs, signal }: Question,
  call: (signal: AbortSignal) => Promise<Told>,
  late: (told: Told | Refused) => void = () => undefined,
): Promise<Told | Refused> {
  if (signal.aborted) return { ok: false, reason: `it was cancelled before it could ${to}` };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), withinMs);
  const both = AbortSignal.any([signal, limit.signal]);
  const stopped = new Promise<void>((resolve) => both.addEventListener('abort', () => resolve(), { once: true }));
  let isLeft = false;
  const answer = tried(() => call(both)).then((told) => {
    if (isLeft) late(told);
    return told;
  });
  try {
    const told = await Promise.race([answer, stopped.then(() => leave(answer, leaveMs))]);
    if (told !== null) return told;
    isLeft = true;
    const why = signal.aborted ? 'it was cancelled' : `it did not answer within ${inWords(withinMs)}`;
    return { ok: false, reason: `it could not ${to}: ${why}` };
  } finally {
    clearTimeout(timer);
  }
}

/** What a driver that was told to stop still says, if it does so soon. */
function leave<Told>(answer: Promise<Told>, leaveMs: number): Promise<Told | null> {
  return Promise.race([answer, pause(leaveMs, null, { ref: false })]);
}

async function tried<Told extends { readonly ok: boolean }>(call: () => Promise<Told>): Promise<Told | Refused> {
  try {
    const told = await call();
    return isAnswer(told)
      ? told
      : { ok: false, reason: `it answered with something that is no answer: ${String(told)}` };
  } catch (error) {
    return refusedBy(error);
  }
}

/** A driver is code that others may write: it can break its own promise. */
function isAnswer(told: unknown): boolean {
  return typeof told === 'object' && told !== null && 'ok' in told && typeof told.ok === 'boolean';
}

/** A driver's own trouble as a value. */
export function refusedBy(error: unknown): Refused {
  const said = error instanceof Error ? error.message : String(error);
  return { ok: false, reason: said === '' ? 'it failed without a word' : said };
}

function inWords(ms: number): string {
  return duration(ms).replaceAll('\u00a0', ' ');
}
