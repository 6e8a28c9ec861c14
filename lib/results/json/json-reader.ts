/** What a format does with the values of a JSON document, in their order. */
export interface JsonHandlers {
  /** An object or array begins; `key` is its name in the object around it, null inside an array and for the outermost. */
  open(kind: 'object' | 'array', key: string | null): void;
  close(kind: 'object' | 'array'): void;
  /** A text, number, `true`, `false` or `null`, as text; a text is cut at the limit. */
  value(key: string | null, text: string): void;
}

/** Reads JSON as it arrives; no value is held longer than it is handed on. */
export interface JsonReader {
  push(chunk: string): void;
  /** What was wrong; null for a whole document. */
  end(): string | null;
}

const deepest = 1_000;
const structural = /["{}[\],:]/g;
const endOfString = /["\\]/g;

/**
 * Streams a JSON document to the handlers. It is as strict as brackets and quotes need and no stricter: a damaged document
 * gives what stands before the damage. Nesting beyond 1,000 ends the reading.
 */
export function createJsonReader(limit: number, handlers: JsonHandlers): JsonReader {
  const open: ('object' | 'array')[] = [];
  let string: { text: string; escape: string | null } | null = null;
  let token: { text: string; isString: boolean } | null = null;
  let key: string | null = null;
  let began = false;
  let fault: string | null = null;

  return {
    push(chunk) {
      let at = 0;
      while (at < chunk.length && fault === null) at = string === null ? readOutside(chunk, at) : readString(chunk, at);
    },
    end() {
      if (fault !== null) return fault;
      if (!began) return 'there is no JSON';
      return open.length > 0 || string !== null ? 'the file ends before its last bracket' : null;
    },
  };

  function readOutside(chunk: string, at: number): number {
    structural.lastIndex = at;
    const found = structural.exec(chunk);
    const plain = chunk.slice(at, found?.index).replace(/\s+/g, '');
    if (plain !== '')
      token = { text: `${token?.isString === false ? token.text : ''}${plain}`.slice(0, 64), isString: false };
    if (found === null) return chunk.length;
    if (found[0] === '"') string = { text: '', escape: null };
    else mark(found[0]);
    return found.index + 1;
  }

  function mark(character: string): void {
    if (character === ':') {
      key = token?.text ?? null;
      token = null;
      return;
    }
    if (token !== null) {
      handlers.value(key, token.text);
      token = null;
      key = null;
    }
    if (character === ',') return;
    const kind = character === '{' || character === '}' ? 'object' : 'array';
    if (character === '{' || character === '[') begin(kind);
    else if (open.pop() === kind) handlers.close(kind);
    else fault = 'its brackets do not match';
  }

  function begin(kind: 'object' | 'array'): void {
    began = true;
    if (open.push(kind) > deepest) {
      fault = `it is nested more than ${deepest} deep`;
      return;
    }
    handlers.open(kind, key);
    key = null;
  }

  function readString(chunk: string, at: number): number {
    if (string === null) return at;
    if (string.escape !== null) {
      string.escape += chunk[at] ?? '';
      const isUnicode = string.escape.startsWith('u');
      if (!isUnicode || string.escape.length === 5) {
        hold(unescaped(string.escape));
        string.escape = null;
      }
      return at + 1;
    }
    endOfString.lastIndex = at;
    const found = endOfString.exec(chunk);
    hold(chunk.slice(at, found?.index));
    if (found === null) return chunk.length;
    if (found[0] === '\\') string.escape = '';
    else {
      token = { text: string.text, isString: true };
      string = null;
    }
    return found.index + 1;
  }

  function hold(text: string): void {
    if (string !== null && string.text.length < limit) string.text += text.slice(0, limit - string.text.length);
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function unescaped(written: string): string {
  if (!written.startsWith('u')) return escapes[written] ?? written;
  const code = Number.parseInt(written.slice(1), 16);
  return Number.isNaN(code) ? '\ufffd' : String.fromCharCode(code);
}
