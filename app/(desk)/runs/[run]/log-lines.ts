import type { LogLine } from '#components/log/types.ts';
import type { LogText } from '#lib/format/log-text.ts';
import { tellsTrouble } from '#lib/format/log-trouble.ts';

/** The lines of a log as they are drawn. Where the beginning was never sent, nobody knows their numbers. */
export function logLines({ lines, rest, dropped, skipped }: LogText): LogLine[] {
  const all = rest === '' ? lines : [...lines, rest];
  return all.map((text, index) => ({
    number: skipped > 0 ? null : dropped + index + 1,
    text,
    error: tellsTrouble(text),
  }));
}
