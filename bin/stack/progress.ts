/** How a start under way speaks and is given up. */
export interface Progress {
  /** Receives one line per thing a person may want to know. */
  readonly report: (line: string) => void;
  /** Gives up the start. */
  readonly signal?: AbortSignal | undefined;
}
