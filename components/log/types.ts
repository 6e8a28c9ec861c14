/** One line of a log, cut by the server at line ends; `text` keeps its ANSI sequences. */
export type LogLine = {
  /** 1-based in the whole log; null where the beginning of the log is not known. */
  number: number | null;
  text: string;
  /** A line that reports a failure; the jump button goes to these. */
  error?: boolean;
};
