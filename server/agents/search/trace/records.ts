import type { Step } from '#lib/repair/localise/tests-of-steps.ts';

/** What the runtime wrote about one program. Addresses are those that follow the call in a block. */
export interface ProgramTrace {
  readonly program: string;
  readonly steps: readonly Step[];
  /** The last block before a fatal signal. */
  readonly crash: number | null;
}

/** Reads a file that `runtime.c` wrote; one that ends in the middle of a record is read up to there. */
export function readRecords(content: Buffer): ProgramTrace {
  const steps: Step[] = [];
  let program = '';
  let crash: number | null = null;
  let addresses: number[] = [];
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(10, at);
    if (end === -1) break;
    const line = content.toString('latin1', at, end);
    at = end + 1;
    const rest = line.slice(2);
    if (line[0] === 'x') program = content.toString('utf8', at - line.length + 1, end);
    if (line[0] === 'c') crash = Number.parseInt(rest, 16);
    if (line[0] === 'p') addresses.push(...rest.split(' ').map((word) => Number.parseInt(word, 16)));
    if (line[0] !== 'o') continue;
    steps.push({ text: content.toString('utf8', at, at + Number(rest)), addresses });
    addresses = [];
    at += Number(rest);
  }
  if (addresses.length > 0) steps.push({ text: '', addresses });
  return { program, steps, crash };
}
