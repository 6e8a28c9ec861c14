import type { Redact } from './redaction.ts';

/** Output is redacted line by line; a line without an end is cut here, so that memory stays flat. */
const longestLineBytes = 64 * 1024;
/** Kept back of a cut line, so that a secret on the cut is still seen whole. */
const overlapBytes = 1024;

/** Redacts a byte stream whose chunks may end anywhere, inside a character or a secret too. */
export interface RedactedStream {
  push(bytes: Buffer): Buffer;
  end(): Buffer;
}

/** Latin-1 maps every byte to one character and back, so bytes that are no text survive unchanged. */
export function redactStream(redact: Redact): RedactedStream {
  let rest = Buffer.alloc(0);
  const clean = (bytes: Buffer): Buffer => {
    const text = bytes.toString('latin1');
    const redacted = redact(text);
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
  };
  return {
    push(bytes) {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      const newline = all.lastIndexOf(10);
      let cut = newline + 1;
      if (all.length - cut > longestLineBytes) cut = all.length - overlapBytes;
      rest = Buffer.from(all.subarray(cut));
      return clean(all.subarray(0, cut));
    },
    end() {
      const last = clean(rest);
      rest = Buffer.alloc(0);
      return last;
    },
  };
}
