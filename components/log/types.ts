/** One line of a log, cut by the server at line ends; `text` keeps its ANSI sequences. */
export type LogLine = {
  /** 1-based in the whole log. */
  number: number;
  text: string;
  /** Epoch milliseconds, when the source stamps its lines. */
  at?: number | undefined;
  /** A line that reports a failure; the jump button goes to these. */
  error?: boolean;
};

/** Lines that are missing from the view, and why: they come between the lines with these numbers. */
export type LogGap = { afterLine: number; bytes: number; why: string };
