/** Turns bytes of unknown encoding into text as they come; they may be cut anywhere. */
export interface TextDecoding {
  write(bytes: Buffer): string;
  end(): string;
}

/** Bytes that tell an encoding: a mark of two, or two characters of UTF-16. */
const tellingBytes = 4;

/** An XML declaration is this long at most. */
const declarationBytes = 256;

/**
 * UTF-8 unless the beginning says otherwise: by a byte-order mark (PowerShell), by every second byte being NUL (UEFI
 * consoles), or by the declaration of XML. What cannot be read becomes a visible character.
 */
export function decodeText(): TextDecoding {
  let beginning: Buffer | undefined = Buffer.alloc(0);
  let decoder = new TextDecoder();
  const settle = (bytes: Buffer): string => {
    beginning = undefined;
    decoder = decoderOf(bytes);
    return decoder.decode(bytes, { stream: true });
  };
  return {
    write(bytes) {
      if (beginning === undefined) return decoder.decode(bytes, { stream: true });
      beginning = Buffer.concat([beginning, bytes]);
      return isTelling(beginning) ? settle(beginning) : '';
    },
    end() {
      return (beginning === undefined ? '' : settle(beginning)) + decoder.decode();
    },
  };
}

function isTelling(bytes: Buffer): boolean {
  if (bytes.length < tellingBytes) return false;
  return !startsXml(bytes) || bytes.includes('?>') || bytes.length >= declarationBytes;
}

function startsXml(bytes: Buffer): boolean {
  return '<?xml'.startsWith(bytes.toString('latin1', 0, 5));
}

function decoderOf(bytes: Buffer): TextDecoder {
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8' || !startsXml(bytes)) return new TextDecoder(encoding);
  const head = bytes.toString('latin1', 0, declarationBytes);
  const declared = /^<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? encoding;
  try {
    // Its bytes are ASCII here, whatever it says.
    return new TextDecoder(/^(?:utf|ucs|iso-10646)/i.test(declared) ? encoding : declared);
  } catch {
    // An encoding that nobody knows.
    return new TextDecoder(encoding);
  }
}

function encodingOf([first, second, third, fourth]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : 'utf-8';
}
