import { pathOfMoveLine, pathsOfGitHeader } from './header-paths.ts';

/** What the lines between `diff --git` and the first hunk say about a file. */
export interface GitHeader {
  oldPath: string | null;
  newPath: string | null;
  oldMode: string | null;
  newMode: string | null;
  index: string | null;
  change: 'add' | 'delete' | 'rename' | 'copy' | null;
  binary: boolean;
}

/** Git's extended header lines (git-diff, "Generating patch text with -p"), each with what it tells. */
const extendedLines: readonly { begins: string; tell: (header: GitHeader, rest: string) => void }[] = [
  { begins: 'old mode ', tell: (header, rest) => Object.assign(header, { oldMode: rest }) },
  { begins: 'new mode ', tell: (header, rest) => Object.assign(header, { newMode: rest }) },
  { begins: 'deleted file mode ', tell: (header, rest) => Object.assign(header, { oldMode: rest, change: 'delete' }) },
  { begins: 'new file mode ', tell: (header, rest) => Object.assign(header, { newMode: rest, change: 'add' }) },
  {
    begins: 'copy from ',
    tell: (header, rest) => Object.assign(header, { oldPath: pathOfMoveLine(rest), change: 'copy' }),
  },
  { begins: 'copy to ', tell: (header, rest) => Object.assign(header, { newPath: pathOfMoveLine(rest) }) },
  {
    begins: 'rename from ',
    tell: (header, rest) => Object.assign(header, { oldPath: pathOfMoveLine(rest), change: 'rename' }),
  },
  { begins: 'rename to ', tell: (header, rest) => Object.assign(header, { newPath: pathOfMoveLine(rest) }) },
  { begins: 'similarity index ', tell: () => undefined },
  { begins: 'dissimilarity index ', tell: () => undefined },
  { begins: 'index ', tell: tellIndex },
  { begins: 'Binary files ', tell: (header) => Object.assign(header, { binary: true }) },
];

/** Reads the header whose `diff --git` line is at `start` (0-based); `end` is the first line that is no longer header. */
export function readGitHeader(lines: readonly string[], start: number): { header: GitHeader; end: number } {
  const paths = pathsOfGitHeader((lines[start] ?? '').slice('diff --git '.length));
  const header: GitHeader = {
    oldPath: paths?.oldPath ?? null,
    newPath: paths?.newPath ?? null,
    oldMode: null,
    newMode: null,
    index: null,
    change: null,
    binary: false,
  };
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const extended = extendedLines.find(({ begins }) => line.startsWith(begins));
    if (!extended) break;
    extended.tell(header, line.slice(extended.begins.length));
  }
  return { header, end: at };
}

/** `index 83db48f..bf269f4 100644`: the mode stands here only when it did not change. */
function tellIndex(header: GitHeader, rest: string): void {
  const [index = null, mode = null] = rest.split(' ');
  Object.assign(header, { index, oldMode: header.oldMode ?? mode, newMode: header.newMode ?? mode });
}
