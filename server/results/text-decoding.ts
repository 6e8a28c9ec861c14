/** Turns bytes of unknown encoding into text as they come; they may be cut anywhere. */
export interface TextDecoding {
  write(bytes: Buffer): string;
  end(): string;
}

/** Bytes that tell an encoding: a mark of two, or two characters of UTF-16. */
const tellingBytes = 4;

/**
 * UTF-8 unless the beginning says otherwise: by a byte-order mark (PowerShell), or by every second byte being NUL (UEFI
 * consoles). What cannot be read becomes a visible character.
 */
export function decodeText(): TextDecoding {
  let beginning: Buffer | undefined = Buffer.alloc(0);
  let decoder = new TextDecoder();
  const settle = (bytes: Buffer): string => {
    beginning = undefined;
    decoder = new TextDecoder(encodingOf(bytes));
    return decoder.decode(bytes, { stream: true });
  };
  return {
    write(bytes) {
      if (beginning === undefined) return decoder.decode(bytes, { stream: true });
      beginning = Buffer.concat([beginning, bytes]);
      return beginning.length < tellingBytes ? '' : settle(beginning);
    },
    end() {
      return (beginning === undefined ? '' : settle(beginning)) + decoder.decode();
    },
  };
}

function encodingOf([first, second, third, fourth]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : 'utf-8';
}
