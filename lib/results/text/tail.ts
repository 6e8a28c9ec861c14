/** The last lines of something, for a message: what was printed just before a failure explains it best. */
export interface Tail {
  add(line: string): void;
  /** What is held; the tail is empty afterwards. */
  take(): string;
}

/** Holds at most `lines` lines of at most 500 characters each. */
export function createTail(lines: number): Tail {
  let held: string[] = [];
  return {
    add(line) {
      held.push(line.slice(0, 500));
      if (held.length > lines) held.shift();
    },
    take() {
      const text = held.join('\n').trim();
      held = [];
      return text;
    },
  };
}
