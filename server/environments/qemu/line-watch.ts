import { StringDecoder } from 'node:string_decoder';
import { cleanText } from '#lib/results/text/clean-text.ts';
import { expressionMs, withinTime } from '#server/results/within-time.ts';

/** More of one line is not looked at: bounds what an expression can cost. */
const longestLine = 2_000;

/**
 * Looks for an expression line by line in what a console prints; a prompt without a line feed counts as a line, too. An
 * expression that takes too long on one piece is looked for no further.
 */
export function watchLines(
  expression: RegExp,
  onMatch: () => void,
  limitMs: number = expressionMs,
): (bytes: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let found = false;
  let isInTime = true;
  return (bytes) => {
    if (found || !isInTime) return;
    const lines = (rest + decoder.write(bytes)).split(/[\r\n]+/);
    rest = (lines.at(-1) ?? '').slice(0, longestLine);
    isInTime = withinTime(limitMs, () => {
      found = lines.some((line) => expression.test(cleanText(line.slice(0, longestLine)).text));
    });
    if (found) onMatch();
  };
}
