import { expect, test } from 'vitest';
import { tellsTrouble } from './log-trouble.ts';
import { scanLog } from './scan-log.ts';

const chunks = (...texts: string[]) => texts.map((text, n) => ({ n, data: new TextEncoder().encode(text) }));

function found(texts: string[], wanted: (line: string) => boolean, most = 10) {
  const scan = scanLog(wanted, most);
  for (const chunk of chunks(...texts)) if (!scan.read(chunk)) break;
  return scan.end().map(({ line, chunk, text }) => [line, chunk, text]);
}

test('a line is found with its number and the chunk in which it begins, also when it is cut between two', () => {
  const texts = ['one\ntwo\nthr', 'ee\nfour\n', 'needle', ' in the end'];
  expect(found(texts, (line) => line.includes('three'))).toEqual([[3, 0, 'three']]);
  expect(found(texts, (line) => line.includes('four'))).toEqual([[4, 1, 'four']]);
  expect(found(texts, (line) => line.includes('needle'))).toEqual([[5, 2, 'needle in the end']]);
});

test('a letter that is cut between two chunks is whole', () => {
  const bytes = new TextEncoder().encode('grün\n');
  const scan = scanLog((line) => line === 'grün', 5);
  scan.read({ n: 0, data: bytes.subarray(0, 3) });
  scan.read({ n: 1, data: bytes.subarray(3) });
  expect(scan.end()).toMatchObject([{ line: 1, chunk: 0 }]);
});

test('no more is found than was asked for, and the rest need not be read', () => {
  const scan = scanLog(() => true, 2);
  expect(scan.read({ n: 0, data: new TextEncoder().encode('a\nb\nc\n') })).toBe(false);
  expect(scan.end()).toHaveLength(2);
});

test.each([
  'src/a.c:3:1: error: expected',
  'make: *** [all] Error 1',
  'tests/a.c:4:name:FAIL: no',
  'not ok 3 - name',
  'ended by SIGSEGV, which Firmloop did not send',
])('%s tells of an error', (line) => expect(tellsTrouble(line)).toBe(true));
