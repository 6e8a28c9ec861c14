import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';

/** A log that is larger than this when its program starts becomes `NAME.1`, so a home keeps at most two of them. */
const MAX_BYTES = 10_000_000;

/** A log that a child writes to. */
export interface LogFile {
  readonly fd: number;
  /** Our own handle is not needed once the child has its copy. */
  close(): void;
  /** Why the child ended, as far as its log since opening tells: the last line about an error, else the last line. */
  reason(): string;
  /** The last line that was written since opening; empty when there is none. */
  lastLine(): string;
}

/** Opens a log for appending, readable by its owner only. */
export function openLog(path: string): LogFile {
  if (sizeOf(path) > MAX_BYTES) renameSync(path, `${path}.1`);
  const start = sizeOf(path);
  const fd = openSync(path, 'a', 0o600);
  const lines = () => linesOf(readFileSync(path).subarray(start).toString());
  return {
    fd,
    close: () => closeSync(fd),
    reason: () => reasonIn(lines()),
    lastLine: () => lines().at(-1)?.trim() ?? '',
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function reasonIn(lines: readonly string[]): string {
  const reason = lines.findLast((line) => /error|fatal|panic/i.test(line)) ?? lines.at(-1);
  return reason?.trim() ?? 'it wrote nothing';
}
