/** Usage as a script states it: buckets of which no two overlap. */
export interface TurnUsage {
  readonly input?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly output?: number;
  readonly reasoning?: number;
}

/** What the server does with one request, whichever protocol it speaks. */
export type Turn =
  /** A whole answer; `finish` other than `stop` says that the endpoint ended it. No usage is sent when it is null. */
  | {
      readonly kind: 'says';
      readonly text: string;
      readonly finish?: 'stop' | 'length' | 'refusal';
      readonly usage?: TurnUsage | null;
    }
  /** Asks the client to use a tool of its own. */
  | { readonly kind: 'tool'; readonly name: string; readonly input: object; readonly usage?: TurnUsage }
  /** Sends the beginning of an answer and drops the connection. */
  | { readonly kind: 'cut'; readonly text: string }
  | { readonly kind: 'status'; readonly status: number; readonly message: string; readonly retryAfter?: number }
  /** Takes the request and sends nothing; with `after` it first sends this text. */
  | { readonly kind: 'silence'; readonly after?: string };

export const says = (text: string, more: Partial<Extract<Turn, { kind: 'says' }>> = {}): Turn => ({
  kind: 'says',
  text,
  ...more,
});
export const answers = (value: object, more: Partial<Extract<Turn, { kind: 'says' }>> = {}): Turn =>
  says(JSON.stringify(value), more);
export const uses = (name: string, input: object): Turn => ({ kind: 'tool', name, input });
export const status = (code: number, message: string, retryAfter?: number): Turn => ({
  kind: 'status',
  status: code,
  message,
  ...(retryAfter !== undefined && { retryAfter }),
});

/** What is sent of an answer that has content. */
export type Spoken = Extract<Turn, { kind: 'says' | 'tool' }>;

export const usageOf = ({ usage }: Pick<Spoken, 'usage'>) =>
  usage === null ? null : { input: 100, cacheRead: 0, cacheWrite: 0, output: 20, reasoning: 0, ...usage };
