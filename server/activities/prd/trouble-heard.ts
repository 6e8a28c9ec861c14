import { tellsTrouble } from '#lib/format/log-trouble.ts';
import type { LogWriter } from '#server/artifacts/log-writer.ts';

const longestLine = 200;

/** What a test program says of a check; what make says of the program comes after it and tells less. */
const failedCheck = /^(?:FAIL|FAILED|not ok|assert)\b/i;
const byMake = /^g?make(?:\[\d+\])?:/;

/** A log that remembers the line, of what passes through it, that tells most of the trouble. */
export function listeningTo(log: LogWriter): { readonly log: LogWriter; readonly heard: () => string | null } {
  const best: { telling: string | null; any: string | null } = { telling: null, any: null };
  let open = '';
  return {
    heard: () => best.telling ?? best.any,
    log: {
      ...log,
      write(stream, bytes) {
        const pieces = `${open}${bytes.toString('utf8')}`.split('\n');
        open = (pieces.pop() ?? '').slice(-longestLine);
        const lines = pieces.map((line) =>
          line
            .replace(/\p{Cc}/gu, ' ')
            .trim()
            .slice(0, longestLine),
        );
        best.any ??= lines.find(tellsTrouble) ?? null;
        best.telling ??=
          lines.find((line) => failedCheck.test(line) || (tellsTrouble(line) && !byMake.test(line))) ?? null;
        return log.write(stream, bytes);
      },
    },
  };
}
