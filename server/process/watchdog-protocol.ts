/** A line from the runner to its watchdog. */
export type WatchdogLine =
  | { kind: 'renewed' }
  | { kind: 'group'; pgid: number; marker: string }
  | { kind: 'gone'; pgid: number };

/** One line of text, its end included. */
export function writeLine(line: WatchdogLine): string {
  return `${[line.kind, ...('pgid' in line ? [line.pgid] : []), ...('marker' in line ? [line.marker] : [])].join(' ')}\n`;
}

/** Undefined for anything else, such as the last line of a runner that died while writing it. */
export function readLine(text: string): WatchdogLine | undefined {
  if (text === 'renewed') return { kind: 'renewed' };
  const group = /^group (\d+) (\S+)$/.exec(text);
  if (group?.[1] && group[2]) return { kind: 'group', pgid: Number(group[1]), marker: group[2] };
  const gone = /^gone (\d+)$/.exec(text);
  return gone?.[1] ? { kind: 'gone', pgid: Number(gone[1]) } : undefined;
}

/** A line from the watchdog to its runner: the groups that it is about to kill because of a freeze. */
export function writeFreeze(groups: readonly number[]): string {
  return `froze ${groups.join(' ')}\n`;
}

export function readFreeze(text: string): number[] {
  return text.split(' ').slice(1).map(Number);
}
