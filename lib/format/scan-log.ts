/** One line of a log that was looked for. */
export interface LogHit {
  /** Counted from 1. */
  readonly line: number;
  /** Number of the chunk in which the line begins. */
  readonly chunk: number;
  readonly text: string;
}

export interface LogChunkText {
  readonly n: number;
  readonly data: Uint8Array;
}

/** How far a search has come: pieces go in one after the other, and nothing of them is kept but the hits. */
export interface LogScan {
  /** False when enough was found and the rest need not be read. */
  read(chunk: LogChunkText): boolean;
  /** What was found, the line that no line break has ended included. */
  end(): readonly LogHit[];
}

/** Longer lines are cut where they are shown, characters. */
const longestShown = 300;
/** A line without an end is looked at in pieces of this size, so that none grows without bound. */
const longestLine = 1_000_000;

/** Looks for lines in a log of any length, at most `most` of them. */
export function scanLog(wanted: (line: string) => boolean, most: number): LogScan {
  const decoder = new TextDecoder();
  const hits: LogHit[] = [];
  let line = 1;
  let rest = '';
  let began = 0;
  const look = (text: string, chunk: number): void => {
    if (hits.length < most && wanted(text)) hits.push({ line, chunk, text: text.slice(0, longestShown) });
  };
  return {
    read({ n, data }) {
      const pieces = (rest + decoder.decode(data, { stream: true })).split('\n');
      const open = pieces.pop() ?? '';
      pieces.forEach((text, index) => {
        look(text, index === 0 && rest !== '' ? began : n);
        line += 1;
      });
      if (pieces.length > 0 || rest === '') began = n;
      rest = open.slice(-longestLine);
      return hits.length < most;
    },
    end() {
      if (rest !== '') look(rest, began);
      return hits;
    },
  };
}
