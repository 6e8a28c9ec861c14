/** The instructions of a program in blocks: each begins after a call of the tracer. */
export interface Blocks {
  /** Addresses of the instructions of the block that begins at this address. */
  of(start: number): readonly number[];
}

const instruction = /^\s*([0-9a-f]+):\s+(.*)$/;
const tracerCall = /\b(?:callq?|bl)\b.*<__sanitizer_cov_trace_pc/;
const functionStart = /^[0-9a-f]+ <.*>:$/;

/** Reads what `objdump -d --no-show-raw-insn` prints. */
export function readBlocks(disassembly: string): Blocks {
  const blocks = new Map<number, number[]>();
  let current: number[] | undefined;
  let begins = false;
  for (const line of disassembly.split('\n')) {
    if (functionStart.test(line)) current = undefined;
    const [, address, text = ''] = instruction.exec(line) ?? [];
    if (address === undefined) continue;
    const at = Number.parseInt(address, 16);
    if (begins) {
      current = [];
      blocks.set(at, current);
    }
    current?.push(at);
    begins = tracerCall.test(text);
  }
  return { of: (start) => blocks.get(start) ?? [] };
}
