import type { LogLine } from '#components/log/types.ts';
import type { LogText } from '#lib/format/log-text.ts';

/** What compilers, make and test frameworks write where something went wrong. */
const failure = /(?:^|[\s:])(?:fatal )?error[: ]|\*\*\*|:FAIL\b|^not ok |Segmentation fault|undefined reference/i;

/** The lines of a log as they are drawn. Where the beginning was never sent, nobody knows their numbers. */
export function logLines({ lines, rest, dropped, skipped }: LogText): LogLine[] {
  const all = rest === '' ? lines : [...lines, rest];
  return all.map((text, index) => ({
    number: skipped > 0 ? null : dropped + index + 1,
    text,
    error: failure.test(text),
  }));
}
