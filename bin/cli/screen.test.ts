import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createScreen, type Output } from './screen.ts';

/** A stream that remembers what was written, as a terminal of 20 columns or as a file. */
function output(isTTY: boolean): { stream: Output; written: () => string } {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 20 });
  return { stream, written: () => String(stream.read() ?? '') };
}

describe('createScreen', () => {
  test.each([
    ['a file', false, {}],
    ['a terminal in CI', true, { CI: 'true', NO_COLOR: '1' }],
    ['a terminal that cannot move its cursor', true, { TERM: 'dumb' }],
  ])('prints plain lines into %s', (_, isTTY, env) => {
    const { stream, written } = output(isTTY);
    const screen = createScreen(stream, env);
    screen.show(() => 'building');
    screen.say(screen.paint('good', 'done'));
    screen.close();
    expect(written()).toBe('done\n');
  });

  test('draws one line in place on a terminal, within its width, and takes it away at the end', () => {
    const { stream, written } = output(true);
    const screen = createScreen(stream, { NO_COLOR: '1' });
    screen.show(() => 'iteration 1 of 10  building');
    screen.say('base: 3 of 4');
    screen.close();
    const cleared = written().replaceAll('\r\u001b[2K', '⌫');
    expect(cleared).toMatch(/^⌫\S iteration 1 of 10 ?⌫base: 3 of 4\n⌫$/);
  });

  test('colours on a terminal', () => {
    const { stream } = output(true);
    const screen = createScreen(stream, {});
    screen.close();
    expect(screen.paint('bad', 'no')).toBe('\u001b[31mno\u001b[0m');
  });
});
