import type { Redact } from './redaction.ts';

/** Output is redacted line by line; a line without an end is cut here, so that memory stays flat. */
const longestLineBytes = 64 * 1024;
/** Kept back of a cut line, so that a secret whose end is still to come is seen whole; longer ones are not known. */
const keptBackBytes = 1024;
/** A private key of several lines is kept back until its last one has come, unless it takes more than this. */
const longestKeyBytes = 16 * 1024;
/** So often the cut is moved to a place where it divides no secret. */
const mostCuts = 8;

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
      const cut = all.length - newline - 1 > longestLineBytes ? cutOf(all, redact) : beforeOpenKey(all, newline + 1);
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

/** Where a line is cut: so far before its end that what is redacted before and after the cut is what would be redacted at once. */
function cutOf(line: Buffer, redact: Redact): number {
  const text = line.toString('latin1');
  const whole = redact(text);
  const cuts = Array.from({ length: mostCuts }, (_, at) => text.length - keptBackBytes * (at + 1));
  return (
    cuts.find((cut) => redact(text.slice(0, cut)) + redact(text.slice(cut)) === whole) ?? text.length - keptBackBytes
  );
}

/** A cut that leaves a private key, whose end has not come yet, behind it. */
function beforeOpenKey(bytes: Buffer, cut: number): number {
  const begin = bytes.subarray(0, cut).lastIndexOf('-----BEGIN ');
  if (begin === -1 || bytes.length - begin > longestKeyBytes) return cut;
  const block = bytes.toString('latin1', begin, cut);
  return /^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(block) && !block.includes('-----END ') ? begin : cut;
}
