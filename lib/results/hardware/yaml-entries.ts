/** One entry of the outermost list or map of a YAML file, as it is written. */
export interface YamlEntry {
  readonly text: string;
  /** Where it begins; the first line of the file is 1. */
  readonly line: number;
  /** Characters that were more than can be held. */
  readonly cut: number;
}

/** Cuts a YAML file into the entries of its outermost list or map, so that no more than one of them is held. */
export interface YamlEntries {
  line(text: string, number: number): void;
  end(): void;
}

/** Characters of one entry. The time that YAML takes may grow with their square. */
const longest = { block: 8_000, brackets: 64_000 } as const;

/** What belongs to no entry: comments, blank lines, and the marks of a document. */
const between = /^\s*(?:#.*)?$|^(?:---|\.\.\.|%)/;

/**
 * An entry begins where a line stands as far left as the first one. A list or map in brackets has lines that begin so in
 * its middle, and is one entry to its end.
 */
export function createYamlEntries(onEntry: (entry: YamlEntry) => void): YamlEntries {
  let indent: number | null = null;
  let isInBrackets = false;
  let limit: number = longest.block;
  let held: string[] = [];
  let length = 0;
  let begin = 0;

  const hand = (): void => {
    if (held.length > 0) onEntry({ text: held.join('\n'), line: begin, cut: Math.max(length - limit, 0) });
    held = [];
    length = 0;
  };
  const hold = (text: string, number: number): void => {
    if (held.length === 0) begin = number;
    if (length < limit) held.push(text.slice(0, limit - length));
    length += text.length + 1;
  };

  return {
    line(text, number) {
      if (between.test(text)) {
        if (held.length > 0) hold('', number);
        return;
      }
      const left = text.search(/\S/);
      if (indent === null) {
        indent = left;
        isInBrackets = /^[[{]/.test(text.trimStart());
        limit = isInBrackets ? longest.brackets : longest.block;
      }
      if (left <= indent && !isInBrackets) hand();
      hold(text, number);
    },
    end: hand,
  };
}
