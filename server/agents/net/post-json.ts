import { boundedFetch, type FetchLimits } from './bounded-fetch.ts';
import { rootOf } from './root-of.ts';

/** A question to a program of somebody else. */
export interface PostedQuestion {
  readonly url: string;
  /** Anything that JSON can say. */
  readonly question: unknown;
  /** Sent along where the program wants one. */
  readonly key: string | null;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
}

/** How what comes back is understood. */
export interface AnswerReading<Answer> {
  /** Reads the answer, whatever its status. */
  readonly read: (response: Response) => Promise<Answer>;
  /** There is no answer: nobody is there, a limit was exceeded, the connection broke. */
  readonly fails: (reason: string) => Answer;
}

/** Posts a question as JSON and reads the answer, which may come in lines of JSON. Throws only when it is cancelled. */
export async function postJson<Answer>(
  { url, question, key, limits, signal }: PostedQuestion,
  { read, fails }: AnswerReading<Answer>,
): Promise<Answer> {
  try {
    const response = await boundedFetch(limits)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/x-ndjson, application/json',
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(question),
      signal,
    });
    return await read(response);
  } catch (error) {
    signal.throwIfAborted();
    return fails(`${url}: ${rootOf(error).message}`);
  }
}
