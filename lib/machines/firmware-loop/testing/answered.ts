import type { Json } from '#lib/engine/json.ts';
import type { Rest } from './ways.ts';

type Answer = ReturnType<typeof done> | ReturnType<typeof failing>;

/** A state, what the answer of its activity is in words, that answer, and the state that follows. */
export type Answered = readonly [state: Rest, inWords: string, answer: Answer, next: string];

/** The activity did its work. */
export function done(output: Json) {
  return { output };
}

/** It could not. */
export function failing(code: string) {
  return { error: { code, message: 'it broke' } };
}
