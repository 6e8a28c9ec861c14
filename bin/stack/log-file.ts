import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';

/** A log that is larger than this when its program starts becomes `NAME.1`, so a home keeps at most two of them. */
const MAX_BYTES = 10_000_000;

/** Opens a log for appending, readable by its owner only. */
export function openLog(path: string): { readonly fd: number; close(): void } {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`);
  const fd = openSync(path, 'a', 0o600);
  return { fd, close: () => closeSync(fd) };
}

/** The last line with text: most programs end with the reason. */
export function lastLogLine(path: string): string {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.findLast((line) => line.trim() !== '')?.trim() ?? 'it wrote nothing';
}
