import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { heldBytes } from '#server/testing/held-bytes.ts';
import { makeZip } from '#server/uploads/testing/make-zip.ts';
import { type ReadOptions, readResults } from './read-results.ts';
import type { ResultSource } from './result-source.ts';
import { robotPieces } from './testing/robot-pieces.ts';

const pieces = (bytes: Buffer, length = 5): ResultSource =>
  async function* () {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  };

async function shown(bytes: Buffer, { pieceBytes = 5, ...options }: ReadOptions & { pieceBytes?: number } = {}) {
  const { results } = await readResults(pieces(bytes, pieceBytes), options);
  if ('reason' in results) return results.reason;
  const cases = results.cases.map(({ key, status, flaky }) => `${status}${flaky ? '~' : ''} ${key}`);
  return { format: results.format, complete: results.complete, cases };
}

const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** What a serial line brings beside the words of a test program. */
const serial = [
  '\x1bc\x1b[?7l\x1b[2J\x1b]0;SeaBIOS\x07SeaBIOS\r\n',
  'progress 10%\rprogress 99%\r\r\n',
  '\0\0\xff\xfe\x80 wrong baud rate\r\n',
  '[    0.000000] Linux version 6.1\r\n',
  '*** Booting Zephyr OS build v3.7.0 ***\r\n',
  'Running TESTSUITE ring\r\nSTART - test_a\r\n',
  '[    0.000000] *** Booting Zephyr OS build v3.7.0 ***\r\n',
  'uart:~$ \x1b[8D\x1b[JRunning TESTSUITE ring\r\n',
  `${'x'.repeat(70_000)}\r\n`,
  '\x1b[32mSTART - test_xx\b\ba\x1b[0m\r\n',
  'interrupts from \xc3\xa4 thread \xe2\x82\r\n',
  ' PASS - test_a in 0,001 seconds\r\n',
  'PROJECT EXECUTION SUCCESSFUL',
].join('');

test('a device that restarts in a test, behind noise of every kind, has a flaky pass', async () => {
  expect(await shown(latin(serial))).toEqual({
    format: 'ztest',
    complete: true,
    cases: ['passed~ ring::test_a'],
  });
});

test.each([
  ['UTF-16 of PowerShell', utf16('1..1\r\nok 1 - grün C:\\fw\\x\r\n'), 'passed grün C:\\fw\\x'],
  ['UTF-8 with a byte-order mark', Buffer.from('\ufeff1..1\r\nok 1 - grün\r\n'), 'passed grün'],
  ['the code page of a console', latin('1..1\r\nok 1 - gr\x81n\r\n'), 'passed gr\ufffdn'],
])('%s is text', async (_, bytes, expected) => {
  expect(await shown(bytes)).toEqual({ format: 'tap', complete: true, cases: [expected] });
});

const junit = (encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\r\n<testsuite name="s"><testcase name="grün €"/></testsuite>`;

test.each([
  ['ISO-8859-1', latin(junit('ISO-8859-1').replace('€', '\x80')), 'grün €'],
  ['windows-1252', latin(junit('windows-1252').replace('€', '\x80')), 'grün €'],
  ['UTF-8 that says to be UTF-16', Buffer.from(junit('utf-16')), 'grün €'],
  ['UTF-16 with a mark', utf16(junit('utf-8')), 'grün €'],
  ['an encoding that nobody knows', Buffer.from(junit('klingon')), 'grün €'],
  ['UTF-8 that is none', latin(junit('utf-8').replace('€', '')), 'gr\ufffdn'],
])('XML in %s is read as it says, unless its bytes say otherwise', async (_, bytes, name) => {
  expect(await shown(bytes)).toEqual({ format: 'junit', complete: true, cases: [`passed s::${name}`] });
});

test('one gzipped file is read as what is in it', async () => {
  const tap = Buffer.from('1..1\nok 1 - a\n');
  const read = { format: 'tap', complete: true, cases: ['passed a'] };
  expect(await shown(gzipSync(tap))).toEqual(read);
  expect(await shown(Buffer.concat([gzipSync(tap.subarray(0, 5)), gzipSync(tap.subarray(5))]))).toEqual(read);
});

test.each([
  [
    'a gzipped file without its end',
    gzipSync('1..1\nok 1 - a\n').subarray(0, -9),
    /gzipped and damaged: unexpected end/,
  ],
  ['a ZIP file', makeZip([{ name: 'a.xml', content: junit('utf-8') }]), /an archive, which is not unpacked here/],
  ['a file of xz', Buffer.from('fd377a585a0000', 'hex'), /packed with xz: unpack it first/],
])('%s is set aside and says so', async (_, bytes, reason) => {
  expect(await shown(bytes)).toEqual(expect.stringMatching(reason));
});

test('a file of nothing but blank lines is set aside', async () => {
  expect(await shown(Buffer.from('\n'.repeat(400_000)), { pieceBytes: 65_536 })).toMatch(/no known format/);
});

test.each([
  ['nothing at all', '', 'the file is empty'],
  ['no results', 'hello\n', /no known format/],
  ['a page of HTML', '<!DOCTYPE html><html><body>502</body></html>', /no known format/],
  ['JSON of something else', '{"status": "ok"}', /no known format/],
  ['a suite without a test', '<testsuite name="s" tests="0"/>', /looks like junit, but holds no test/],
  ['a document type', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><testsuite name="&a;"/>', /refused/],
])('a file with %s is set aside and says so', async (_, text, reason) => {
  expect(await shown(Buffer.from(text))).toEqual(expect.stringMatching(reason));
});

test('a format that is told is believed', async () => {
  expect(await shown(Buffer.from('ok 1 a\n1..1\n'), { format: 'unity' })).toMatch(
    /looks like unity, but holds no test/,
  );
});

test("a project's own rule decides what is the same test, and one that would take for ever ends the reading", async () => {
  const tap = Buffer.from('1..2\nok 1 - boot 17 ms\nok 2 - boot 18 ms\n');
  const rule = { name: 'duration', pattern: '\\d+ ms', becomes: '<time>' };
  expect(await shown(tap, { identityRules: [rule] })).toMatchObject({
    cases: ['passed boot <time>', 'passed boot <time> (2)'],
  });
  const slow = { name: 'slow', pattern: '^(.*.*.*.*.*.*)*$x', becomes: '' };
  const long = Buffer.from(`1..1\nok 1 - ${'y'.repeat(400)}\n`);
  expect(await shown(long, { identityRules: [slow] })).toMatch(/took too long|no test/);
});

test('secrets that this host knows do not come through', async () => {
  const redact = (text: string): string => text.replaceAll('hunter22', '[redacted]');
  const { results } = await readResults(
    pieces(Buffer.from('1..1\nnot ok 1 - a\n  ---\n  message: pw hunter22\n  ...\n')),
    {
      redact,
    },
  );
  expect('cases' in results && results.cases[0]?.message).toBe('pw [redacted]');
});

test('a large file of Robot Framework is read without being held', { timeout: 60_000 }, async () => {
  const before = heldBytes();
  let most = 0;
  async function* looked(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let passed = 0;
    for await (const piece of pieces) {
      yield piece;
      passed += piece.length;
      if (passed < 4 * 1024 * 1024) continue;
      passed = 0;
      most = Math.max(most, heldBytes() - before);
    }
  }
  const { bytes, results } = await readResults(() => looked(robotPieces(16 * 1024 * 1024, { tests: 200 })));
  expect(bytes).toBeGreaterThan(16 * 1024 * 1024);
  expect('counts' in results && results.counts).toMatchObject({ total: 200, failed: 20 });
  expect(most / 1024 / 1024).toBeLessThan(8);
});
