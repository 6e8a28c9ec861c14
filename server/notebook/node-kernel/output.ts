import { StringDecoder } from 'node:string_decoder';
import type { Frame } from './captured.ts';

/** What a cell may show: the beginning of its output, the end of what was too much, and one rich value. Bytes. */
const headBytes = 200_000;
const tailBytes = 16_000;
const valueBytes = 2_000_000;

export interface Output {
  stream(name: 'stdout' | 'stderr', bytes: Buffer): void;
  value(kind: 'display_data' | 'execute_result', data: Record<string, unknown>, count: number): void;
  error(thrown: NonNullable<Frame['error']>): void;
  /** Passes the end on; gives how many bytes were printed and not kept. */
  end(): number;
}

/** Passes a cell's output on as it comes, and keeps only the end of what is too much. */
export function outputTo(emit: (output: object) => void): Output {
  let left = headBytes;
  let tail: Buffer = Buffer.alloc(0);
  let dropped = 0;
  /** The end of a piece may be the middle of a character. */
  const texts = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
  return {
    stream(name, bytes) {
      const head = bytes.subarray(0, left);
      left -= head.length;
      if (head.length > 0) emit({ output_type: 'stream', name, text: texts[name].write(head) });
      if (head.length === bytes.length) return;
      const kept = Buffer.concat([tail, bytes.subarray(head.length)]);
      tail = Buffer.from(kept.subarray(-tailBytes));
      dropped += kept.length - tail.length;
    },
    value(kind, data, count) {
      const size = JSON.stringify(data).length;
      const fits = size > valueBytes ? { 'text/plain': `[a value of ${size} bytes is not shown]` } : data;
      emit({
        output_type: kind,
        data: fits,
        metadata: {},
        ...(kind === 'execute_result' && { execution_count: count }),
      });
    },
    error({ ename, evalue, traceback }) {
      const lines = traceback.slice(-100).map((line) => line.slice(0, 4_000));
      emit({ output_type: 'error', ename: ename.slice(0, 200), evalue: evalue.slice(0, 4_000), traceback: lines });
    },
    end() {
      const note = dropped > 0 ? `\n[${dropped} bytes left out]\n` : '';
      if (tail.length > 0) emit({ output_type: 'stream', name: 'stdout', text: `${note}${tail.toString('utf8')}` });
      return dropped;
    },
  };
}
