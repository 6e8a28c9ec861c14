/** Values of a stream of JSON, as far as they have come. */
export interface JsonLines {
  /** Takes more of the text and gives the values of the lines that it completes. Throws SyntaxError for a line that is no JSON. */
  add(text: string): readonly unknown[];
  /** What came after the last line end: the value of a last line, nothing, or null for the half of one. */
  end(): readonly unknown[] | null;
}

/** Reads newline-delimited JSON piece by piece; empty lines count for nothing. */
export function jsonLines(): JsonLines {
  let rest = '';
  return {
    add(text) {
      const [first = '', ...others] = text.split('\n');
      const last = others.pop();
      if (last === undefined) {
        rest += first;
        return [];
      }
      const lines = [rest + first, ...others];
      rest = last;
      return lines.filter((line) => line.trim() !== '').map((line): unknown => JSON.parse(line));
    },
    end() {
      if (rest.trim() === '') return [];
      try {
        return [JSON.parse(rest)];
      } catch {
        return null;
      }
    },
  };
}
