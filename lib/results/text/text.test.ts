import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { msFrom, secondsToMs } from './duration.ts';
import { createLineSplitter, type Line } from './line-splitter.ts';

function split(limit: number, ...chunks: string[]): Line[] {
  const lines: Line[] = [];
  const splitter = createLineSplitter(limit, (line) => lines.push(line));
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

describe('cleanText', () => {
  it.each([
    ['NUL and other control characters', 'a\0b\x07\x7f', 'a␀b␇␡', 3],
    ['colour', '\x1b[1;31mred\x1b[0m', 'red', 11],
    ['what SeaBIOS sends', '\x1bc\x1b[?7l\x1b[2Jboot', 'boot', 11],
    ['a window title', '\x1b]0;title\x07text', 'text', 10],
    ['a lone escape at the end', 'text\x1b', 'text␛', 1],
    ['backspaces', 'abx\bc', 'abc', 2],
    ['more backspaces than text', 'a\b\b\bb', 'b', 4],
    ['half a surrogate pair', 'a\ud83db', 'a\ufffdb', 1],
    ['a byte order mark', '\ufeffa', '\ufffda', 1],
    ['ordinary text', 'tab\tand – ünïcode 😀', 'tab\tand – ünïcode 😀', 0],
  ])('makes %s readable', (_, raw, text, cleaned) => {
    expect(cleanText(raw)).toEqual({ text, cleaned });
  });
});

describe('createLineSplitter', () => {
  it.each([
    ['line feeds', ['a\nb\n'], ['1 a', '2 b']],
    ['a last line without an end', ['a\nb'], ['1 a', '2 b']],
    ['CRLF, also cut in two', ['a\r', '\nb\r\n'], ['1 a', '2 b']],
    ['the doubled return of serial drivers', ['a\r\r\nb'], ['1 a', '2 b']],
    ['progress that overwrites itself', ['10%\r20%\rok 1 - a\nb'], ['1 10%', '1 20%', '1 ok 1 - a', '2 b']],
    ['empty lines', ['\n\na'], ['1 ', '2 ', '3 a']],
  ])('knows %s', (_, chunks, expected) => {
    expect(split(100, ...chunks).map(({ number, text }) => `${number} ${text}`)).toEqual(expected);
  });

  it('holds no more of a line than its limit, whatever the pieces', () => {
    expect(split(5, 'abcdefgh\nij')).toEqual(split(5, ...'abcdefgh\nij'));
    expect(split(5, 'abcdefgh\nij')).toEqual([
      { text: 'abcde', number: 1, cut: 3 },
      { text: 'ij', number: 2, cut: 0 },
    ]);
  });
});

describe('secondsToMs', () => {
  it.each([
    ['0.0125', 12.5],
    ['1,234.5', 1_234_500],
    ['0,012', 12],
    ['12', 12_000],
    ['1e-3', 1],
    ['', undefined],
    ['NaN', undefined],
    ['-1', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('reads %s', (text, ms) => {
    expect(secondsToMs(text)).toBe(ms);
  });

  it('leaves an absent number of milliseconds absent', () => {
    expect(msFrom(undefined)).toBeUndefined();
  });
});
