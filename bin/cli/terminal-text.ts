import { visibleText } from '#lib/format/visible-text.ts';

/** What this program itself draws with: a line begun anew, the colours of `screen.ts`, and the line end of another system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a terminal is drawn on with
const own = /(^\r\x1b\[2K|\x1b\[(?:0|2|31|32|33)m|\r(?=\n))/;

/** Text as a terminal may get it: whatever agents, services and tests have put into it to move or hide something is shown. */
export function terminalText(text: string): string {
  return text
    .split(own)
    .map((part, at) => (at % 2 === 1 ? part : visibleText(part)))
    .join('');
}

/** Lets only such text through to a terminal. Files and pipes get it as it is, and so do bytes, such as those of a board's console. */
export function guardTerminal(stream: Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean }): void {
  if (stream.isTTY !== true) return;
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? terminalText(chunk) : chunk, ...rest);
}
