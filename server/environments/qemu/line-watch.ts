import { StringDecoder } from 'node:string_decoder';
import { cleanText } from '#lib/results/text/clean-text.ts';

/** More of one line is not looked at: bounds what an expression can cost. */
const longestLine = 2_000;

/** Looks for an expression line by line in what a console prints; a prompt without a line feed counts as a line, too. */
export function watchLines(expression: RegExp, onMatch: () => void): (bytes: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let found = false;
  return (bytes) => {
    if (found) return;
    const lines = (rest + decoder.write(bytes)).split(/[\r\n]+/);
    rest = (lines.at(-1) ?? '').slice(0, longestLine);
    found = lines.some((line) => expression.test(cleanText(line.slice(0, longestLine)).text));
    if (found) onMatch();
  };
}
