/** What a page holds of a log: its last lines, and how much is missing before them. */
export interface LogText {
  readonly lines: readonly string[];
  /** The line that is still being written. */
  readonly rest: string;
  /** Lines that were here and were dropped; the first line's number follows from it. */
  readonly dropped: number;
  /** Bytes that were never sent. */
  readonly skipped: number;
}

export const emptyLog: LogText = { lines: [], rest: '', dropped: 0, skipped: 0 };

/** A page holds no more lines than this; the raw log has all. */
const mostLines = 20_000;

/** The text with more of the log at its end. A first piece that does not begin the log begins with its first whole line. */
export function grown(log: LogText, text: string, skipped: number): LogText {
  const pieces = (log.rest + text).split('\n');
  const rest = pieces.pop() ?? '';
  const whole = skipped > 0 ? pieces.slice(1) : pieces;
  const lines = [...log.lines, ...whole];
  const excess = Math.max(lines.length - mostLines, 0);
  return {
    lines: excess === 0 ? lines : lines.slice(excess),
    rest,
    dropped: log.dropped + excess,
    skipped: log.skipped + skipped,
  };
}
