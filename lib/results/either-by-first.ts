import type { ResultParser } from './types.ts';

/** Two ways to write one format. */
interface Either {
  /** Whether the first character that is no white space says that it is written in the first way. */
  readonly isFirst: (character: string) => boolean;
  readonly first: () => ResultParser;
  readonly other: () => ResultParser;
}

/** Reads one of two ways to write a format, as soon as the text has begun. */
export function eitherByFirst({ isFirst, first, other }: Either): ResultParser {
  let parser: ResultParser | undefined;
  let blank = '';
  return {
    push(chunk) {
      if (parser !== undefined) {
        parser.push(chunk);
        return;
      }
      blank += chunk;
      const at = blank.search(/[^\s\ufeff]/);
      if (at < 0) return;
      parser = isFirst(blank[at] ?? '') ? first() : other();
      parser.push(blank);
    },
    end: () => (parser ?? other()).end(),
  };
}
