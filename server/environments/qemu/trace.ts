import { createLineSplitter } from '#lib/results/text/line-splitter.ts';

/** Words for the emulator that make it tell every block of code and every exception. */
export const traceArguments = ['-d', 'exec,int,guest_errors,unimp,nochain'] as const;

/** Words that make it print the registers whenever it comes to one place. */
export function registersAt(pc: number): string[] {
  return ['-d', 'cpu,nochain', '-dfilter', `0x${pc.toString(16)}+2`];
}

/** What a trace tells about the end of a run. */
export interface TraceReading {
  /** Starts of the last blocks of code, the latest last: of the fault when there was one, else of the end. */
  readonly path: readonly number[];
  /** What the emulator said about the last fault; empty when there was none. */
  readonly fault: readonly string[];
  /** The last lines of the trace. */
  readonly tail: readonly string[];
}

const block = /^Trace \d+: \S+ \[[0-9a-f]+\/([0-9a-f]+)\//;
const faultLine = /^Taking exception \d+ \[(?:Undefined Instruction|Prefetch Abort|Data Abort|.*Fault|Unaligned.*)\]/;
const lineChars = 300;
const keptBlocks = 24;
const keptLines = 400;
const faultLines = 4;

/** Reads a trace as it is printed, however long it is, and keeps what its end needs. */
export function readTrace(): { push(text: string): void; end(): TraceReading } {
  const path: number[] = [];
  const tail: string[] = [];
  let fault: { path: number[]; lines: string[] } | undefined;
  let complaint = '';
  const splitter = createLineSplitter(lineChars, ({ text }) => {
    tail.push(text);
    if (tail.length > keptLines) tail.shift();
    const at = block.exec(text)?.[1];
    if (at !== undefined) {
      path.push(Number.parseInt(at, 16));
      if (path.length > keptBlocks) path.shift();
      return;
    }
    if (/^Invalid (?:read|write)/.test(text)) complaint = text;
    else if (faultLine.test(text)) fault = { path: [...path], lines: [complaint, text].filter((line) => line !== '') };
    else if (text.startsWith('...') && fault !== undefined && fault.lines.length <= faultLines) fault.lines.push(text);
  });
  return {
    push: splitter.push,
    end() {
      splitter.end();
      return { path: fault?.path ?? path, fault: fault?.lines ?? [], tail };
    },
  };
}
