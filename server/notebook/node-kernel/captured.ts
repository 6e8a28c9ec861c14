import type { Readable } from 'node:stream';

/** What the cells' process says between what is printed. */
export interface Frame {
  readonly ready?: true;
  readonly display?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly ename: string; readonly evalue: string; readonly traceback: readonly string[] };
  /** Everything that was printed to this stream has been heard. */
  readonly end?: 'ok' | 'error';
}

interface Listener {
  text(bytes: Buffer): void;
  frame(frame: Frame): void;
}

const nul = Buffer.from([0]);

/** Hears a stream: what is printed, and in its place among it what is said in frames, `NUL token JSON NUL`. */
export function hear(stream: Readable, token: string, { text, frame }: Listener): void {
  const mark = Buffer.from(`\0${token}`);
  let rest: Buffer = Buffer.alloc(0);
  stream.on('data', (bytes: Buffer) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      const at = rest.indexOf(mark);
      if (at === -1) break;
      print(rest.subarray(0, at));
      const end = rest.indexOf(nul, at + mark.length);
      if (end === -1) {
        rest = rest.subarray(at);
        return;
      }
      frame(JSON.parse(rest.subarray(at + mark.length, end).toString('utf8')) as Frame);
      rest = rest.subarray(end + 1);
    }
    // A part of the mark may stand at the end.
    const from = rest.lastIndexOf(0);
    const keeps = from !== -1 && mark.subarray(0, rest.length - from).equals(rest.subarray(from));
    print(keeps ? rest.subarray(0, from) : rest);
    rest = keeps ? rest.subarray(from) : Buffer.alloc(0);
  });
  stream.on('end', () => print(rest));

  function print(bytes: Buffer): void {
    if (bytes.length > 0) text(bytes);
  }
}
