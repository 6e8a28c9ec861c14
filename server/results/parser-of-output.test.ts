import { describe, expect, test } from 'vitest';
import { resultsSchema } from '#lib/config/sections/results.ts';
import type { ParsedResults } from '#lib/results/types.ts';
import { metricsOfOutput } from '#server/activities/firmware/metrics.ts';
import { parserOfOutput } from './parser-of-output.ts';

const tap = Buffer.from('ok 1 - öffnet\nnot ok 2 - schließt\n1..2\n', 'utf8');
const asUtf16 = Buffer.from(tap.toString('utf8'), 'utf16le');

function read(settings: unknown, chunks: readonly Buffer[]): ParsedResults {
  const parser = parserOfOutput(resultsSchema.parse(settings), 'tests');
  if (parser === null) throw new Error('these results are not in the output');
  for (const chunk of chunks) parser.push('stdout', chunk);
  return parser.end({ exitCode: 0, signal: null });
}

const bytewise = (bytes: Buffer): Buffer[] => Array.from(bytes, (byte) => Buffer.from([byte]));

describe('results in the output', () => {
  test.each([
    ['UTF-8', tap],
    ['UTF-8 with a byte-order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), tap])],
    ['UTF-16 with a byte-order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), asUtf16])],
    ['UTF-16 with its high bytes first', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(asUtf16).swap16()])],
    ['UTF-16 without a mark', asUtf16],
  ])('are read from %s, however it is cut', (_name, bytes) => {
    for (const chunks of [[bytes], bytewise(bytes)])
      expect(read({ format: 'tap' }, chunks).cases.map(({ name, status }) => `${name} ${status}`)).toEqual([
        'öffnet passed',
        'schließt failed',
      ]);
  });

  test('keep a character whole that the other stream interrupts', () => {
    const parser = parserOfOutput(resultsSchema.parse({ format: 'tap' }), 'tests');
    const text = Buffer.from('1..1\nok 1 - ö\n');
    parser?.push('stdout', text.subarray(0, -2));
    parser?.push('stderr', Buffer.from('\n'));
    parser?.push('stdout', text.subarray(-2));
    expect(parser?.end({ exitCode: 0, signal: null }).counts.passed).toBe(1);
  });

  test('of the format `pattern` go by every setting of the file', () => {
    const settings = {
      format: 'pattern',
      pattern: '^(?:(?<status>BAD) )?test (?<name>\\w+)$',
      words: { failed: ['BAD'] },
      status_without_word: 'passed',
      summary: '^(?<total>\\d+) in all, (?<failed>\\d+) bad$',
      repeats: 'attempts',
    };
    const lines = ['test one', 'BAD test two', 'test two', 'test three'];
    const whole = read(settings, [Buffer.from([...lines, '4 in all, 1 bad', ''].join('\n'))]);
    expect(whole.cases.map(({ name, status, flaky }) => [name, status, flaky])).toEqual([
      ['one', 'passed', false],
      ['two', 'passed', true],
      ['three', 'passed', false],
    ]);
    expect(whole.complete).toBe(true);
    expect(read(settings, [Buffer.from(lines.join('\n'))]).complete).toBe(false);
  });

  test.each([{ format: 'golden' }, { format: 'junit', from: 'file' }])('are left to files for %o', (settings) => {
    expect(parserOfOutput(resultsSchema.parse(settings), 'tests')).toBeNull();
  });
});

describe('metrics in the output', () => {
  const metric = { unit: 'us', direction: 'lower' } as const;
  const metrics = {
    latency: { ...metric, pattern: 'latency: (?<value>[\\d.]+) us' },
    absent: { ...metric, pattern: 'jitter: (?<value>\\d+)' },
    commanded: { ...metric, command: 'size x', pattern: '(?<value>\\d+)' },
  };

  test('are the last match of their pattern, null without one, and left alone when a command brings them', () => {
    const numbers = metricsOfOutput({ metrics });
    for (const chunk of bytewise(Buffer.from('latency: 12 us\nlatency: 9.5 us\n'))) numbers.push('console', chunk);
    expect(numbers.end()).toEqual({ latency: 9.5, absent: null });
  });
});
