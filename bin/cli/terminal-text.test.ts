import { describe, expect, test } from 'vitest';
import { createScreen } from './screen.ts';
import { guardTerminal, terminalText } from './terminal-text.ts';

test.each([
  ['\x1b[2J\x1b[1;1Hcompleted', '⟨U+001B⟩[2J⟨U+001B⟩[1;1Hcompleted'],
  ['failed\r\x1b[2Kpassed', 'failed⟨U+000D⟩⟨U+001B⟩[2Kpassed'],
  ['\x1b]52;c;cm0gLXJm\x07', '⟨U+001B⟩]52;c;cm0gLXJm⟨U+0007⟩'],
  ['\u202egnp.exe', '⟨U+202E⟩gnp.exe'],
  ['two\r\nlines\twith é', 'two\r\nlines\twith é'],
])('%j is shown as it is', (text, shown) => {
  expect(terminalText(text)).toBe(shown);
});

/** A stream that keeps what is written to it. */
function stream(isTTY: boolean) {
  const written: unknown[] = [];
  const made = { isTTY, columns: 80, write: (chunk: unknown) => written.push(chunk) > 0 };
  guardTerminal(made);
  return { made, written };
}

describe('a guarded stream', () => {
  test('still has the colours and the line in place of this program', () => {
    const { made, written } = stream(true);
    const screen = createScreen(made, {});
    screen.say(screen.paint('bad', 'failed \x1b[31m'));
    screen.close();
    expect(written.slice(0, 1)).toEqual(['\r\x1b[2K\x1b[31mfailed \x1b[31m\x1b[0m\n']);
  });

  test('hands on bytes, and to a file everything', () => {
    const bytes = Buffer.from('\x1b[2J');
    const terminal = stream(true);
    terminal.made.write(bytes);
    const file = stream(false);
    file.made.write('\x1b[2J');
    expect([terminal.written, file.written]).toEqual([[bytes], ['\x1b[2J']]);
  });
});
