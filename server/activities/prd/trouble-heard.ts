import { tellsTrouble } from '#lib/format/log-trouble.ts';
import type { LogWriter } from '#server/artifacts/log-writer.ts';

const longestLine = 200;

/** A log that remembers the first line of what passes through it that tells of trouble. */
export function listeningTo(log: LogWriter): { readonly log: LogWriter; readonly heard: () => string | null } {
  let first: string | null = null;
  let open = '';
  return {
    heard: () => first,
    log: {
      ...log,
      write(stream, bytes) {
        const lines = `${open}${bytes.toString('utf8')}`.split('\n');
        open = (lines.pop() ?? '').slice(-longestLine);
        first ??=
          lines
            .find(tellsTrouble)
            ?.replace(/\p{Cc}/gu, ' ')
            .trim()
            .slice(0, longestLine) ?? null;
        return log.write(stream, bytes);
      },
    },
  };
}
