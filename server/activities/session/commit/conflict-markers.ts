import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const largest = 5_000_000;

/** Files of these in which somebody has left the markers of a conflict, with the first line of one. */
export async function markedFiles(directory: string, paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(join(directory, path)).catch(() => null);
      if (bytes === null || bytes.length > largest) return [];
      const line = markerLine(bytes.toString('latin1'));
      return line === null ? [] : [`${path}:${line}`];
    }),
  );
  return found.flat();
}

/** Where a conflict begins that also has its middle and its end; null when there is none. */
function markerLine(text: string): number | null {
  const lines = text.split(/\r?\n/);
  const begin = lines.findIndex((line) => /^<{7}(?: |$)/.test(line));
  if (begin < 0) return null;
  const middle = lines.findIndex((line, at) => at > begin && line === '=======');
  const end = lines.findIndex((line, at) => at > middle && /^>{7}(?: |$)/.test(line));
  return middle > begin && end > middle ? begin + 1 : null;
}
