import { describe, expect, test } from 'vitest';
import { bytes } from './bytes.ts';
import { clip } from './clip.ts';
import { count, counted } from './count.ts';
import { duration } from './duration.ts';
import { clockTime, exactTime } from './exact-time.ts';
import { knownZone } from './known-zone.ts';
import { percent, signedCount, signedPercent } from './percent.ts';
import { relativeTime } from './relative-time.ts';
import { shortId } from './short-id.ts';
import { visibleText } from './visible-text.ts';

/** Rows are written with plain spaces; what is shown uses spaces that do not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('duration', () => {
  test.each([
    [-5, '0 ms'],
    [840, '840 ms'],
    [1_200, '1.2 s'],
    [20_000, '20 s'],
    [59_949, '59.9 s'],
    [59_980, '1 min 00 s'],
    [245_000, '4 min 05 s'],
    [3_599_700, '1 h 00 min'],
    [7_620_000, '2 h 07 min'],
    [273_600_000, '3 d 04 h'],
    [Number.NaN, '–'],
  ])('reads %d ms as "%s"', (ms, text) => expect(plain(duration(ms))).toBe(text));
});

describe('percent', () => {
  test.each([
    [0, '0.0 %'],
    [0.0001, '0.1 %'],
    [0.5294, '52.9 %'],
    [0.9999, '99.9 %'],
    [1, '100.0 %'],
    [Number.NaN, '–'],
  ])('reads %d as "%s"', (ratio, text) => expect(plain(percent(ratio))).toBe(text));

  test.each([
    [0.007, '+0.7 %'],
    [-0.02, '−2.0 %'],
    [0, '±0.0 %'],
  ])('reads a change of %d as "%s"', (change, text) => expect(plain(signedPercent(change))).toBe(text));

  test('gives a change of a count its sign', () => {
    expect([6, -2, 0].map(signedCount)).toEqual(['+6', '−2', '±0']);
  });
});

describe('times', () => {
  const at = Date.UTC(2026, 2, 14, 13, 2, 11);

  test.each([
    [0, 'just now'],
    [12_000, '12 s ago'],
    [239_000, '3 min ago'],
    [3 * 3_600_000, '3 h ago'],
    [50 * 3_600_000, '2 d ago'],
    [-240_000, 'in 4 min'],
  ])('calls %d ms later "%s"', (later, text) => expect(plain(relativeTime(at, at + later))).toBe(text));

  test('names the zone of an exact time', () => {
    expect(exactTime(at, 'Europe/Berlin')).toBe('2026-03-14 14:02:11 UTC+1');
    expect(clockTime(at, 'Asia/Tokyo')).toBe('22:02:11');
  });

  test('shows midnight as 00 and falls back to UTC for a zone it does not know', () => {
    expect(exactTime(Date.UTC(2026, 0, 1), 'Mars/Olympus')).toBe('2026-01-01 00:00:00 UTC');
  });
});

describe('sizes and counts', () => {
  test.each([
    [812, '812 B'],
    [1_400, '1.4 kB'],
    [9_960, '10 kB'],
    [999_900, '1.0 MB'],
    [38_200_000, '38 MB'],
    [-1, '–'],
  ])('reads %d bytes as "%s"', (size, text) => expect(plain(bytes(size))).toBe(text));

  test('separates thousands and agrees with the noun', () => {
    expect([count(999), count(12_480), count(-1_234_567)]).toEqual(['999', '12,480', '-1,234,567']);
    expect([counted(1, 'test'), counted(0, 'test'), counted(2, 'retry', 'retries')].map(plain)).toEqual([
      '1 test',
      '0 tests',
      '2 retries',
    ]);
  });
});

describe('text from outside', () => {
  test('shows what would hide or reorder', () => {
    expect(visibleText('a\0b\u202ec\u200bd\te\n\x1b')).toBe('a⟨U+0000⟩b⟨U+202E⟩c⟨U+200B⟩d\te\n⟨U+001B⟩');
  });

  test('leaves emoji joined and letters alone', () => {
    expect(visibleText('👩‍🔧 مرحبا')).toBe('👩‍🔧 مرحبا');
  });

  test('never cuts a character in half', () => {
    expect(clip('ab😀cd', 3)).toEqual({ text: 'ab', rest: 4 });
    expect(clip('ab', 3)).toEqual({ text: 'ab', rest: 0 });
  });

  test('keeps the part of an id that differs', () => {
    expect(shortId('0195b8c2-7a31-7d10-9f3e-5b1c2d3e4f50')).toBe('0195b8c2');
    expect(shortId('4be1c9d07a')).toBe('4be1c9d07a');
    expect(shortId('9fceb02d0ae598e95dc970b74767f19372d61af8')).toBe('9fceb02d');
  });
});

describe('a name of a time zone', () => {
  test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])('is known: %s', (name) => {
    expect(knownZone(name)).toBe(name);
  });
  test.each([undefined, '', 'Europe/Atlantis', '+01:00', 'Europe/Berlin\nSet-Cookie: a=b', 'A'.repeat(200)])(
    'is not known: %j',
    (name) => {
      expect(knownZone(name)).toBeNull();
    },
  );
});
