import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { uploadLimits } from './limits.ts';
import { makeZip } from './testing/make-zip.ts';
import { unpackArchive } from './unpack-archive.ts';

async function makeTar(
  entries: readonly (Partial<Header> & { name: string; content?: string | Buffer })[],
): Promise<Buffer> {
  const tar = pack();
  for (const { content = '', ...header } of entries) tar.entry(header, content);
  tar.finalize();
  return await buffer(tar);
}

const evidence = { 'logs/build.log': 'error: 1', 'results.xml': '<testsuite/>', 'deep/er/ü 🎛️.txt': '' };
const files = Object.entries(evidence).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
const asZip = () =>
  makeZip([
    { name: 'logs/', mode: 0o040755 },
    ...Object.entries(evidence).map(([name, content]) => ({ name, content })),
  ]);
const asTar = () =>
  makeTar([
    { name: 'logs/', type: 'directory' },
    ...Object.entries(evidence).map(([name, content]) => ({ name, content })),
  ]);

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['ZIP', asZip],
  ['tar', asTar],
  ['tar.gz', async () => gzipSync(await asTar())],
])('a %s file gives its files', async (_, make) => {
  expect(await unpackArchive(await make())).toEqual({ ok: true, files });
});

const badPaths = [
  '../out',
  'a/../../out',
  'a/..',
  '/etc/passwd',
  'C:/windows',
  'c:x',
  '..\\out',
  'a\\b',
  'a\0b',
  'a//b',
  './a',
  'line\nfeed',
  'hidden\u202egpj.exe',
  `${'long/'.repeat(200)}x`,
];

describe('a path that leads outside or lies is refused in', () => {
  test.each(badPaths)('a ZIP file: %j', async (name) => {
    const answer = await unpackArchive(
      makeZip([
        { name: 'good', content: 'x' },
        { name, content: 'x' },
      ]),
    );
    expect(answer).toEqual({ ok: false, reason: expect.stringMatching(/refused at .*: its path/) });
  });
  test.each(badPaths.filter((name) => !name.includes('\0')))('a tar file: %j', async (name) => {
    const answer = await unpackArchive(
      await makeTar([
        { name: 'good', content: 'x' },
        { name, content: 'x' },
      ]),
    );
    expect(answer).toEqual({ ok: false, reason: expect.stringMatching(/refused at .*: its path/) });
  });
});

const link = { name: 'a', linkname: '/etc/passwd' };
test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
  [
    'a symbolic link in a ZIP file',
    () => makeZip([{ name: 'a', content: '/etc/passwd', mode: 0o120777 }]),
    /link or a device/,
  ],
  ['a symbolic link', () => makeTar([{ ...link, type: 'symlink' }]), /link or a device/],
  ['a hard link', () => makeTar([{ ...link, type: 'link' }]), /link or a device/],
  ['a device', () => makeTar([{ ...link, type: 'character-device' }]), /link or a device/],
  ['a pipe', () => makeTar([{ ...link, type: 'fifo' }]), /link or a device/],
  ['two files of one name', () => makeZip([{ name: 'A.txt' }, { name: 'a.TXT' }]), /there twice/],
  ['an encrypted file', () => makeZip([{ name: 'a', content: 'x', flags: 0x801 }]), /encrypted/],
  ['a file that says it is small', () => makeZip([{ name: 'a', content: 'x'.repeat(5_000), saysBytes: 3 }]), /damaged/],
  ['a file that says it is huge', () => makeZip([{ name: 'a', content: 'x', saysBytes: 0xfffffff0 }]), /64 MB/],
  ['a cut off ZIP file', () => asZip().subarray(0, 200), /damaged/],
  ['a cut off tar.gz file', async () => gzipSync(await asTar()).subarray(0, 60), /damaged/],
  ['a text', () => Buffer.from('hello'), /neither a ZIP file nor a tar/],
  ['nothing', () => Buffer.alloc(0), /neither a ZIP file nor a tar/],
])('%s is refused', async (_, make, why) => {
  expect(await unpackArchive(await make())).toEqual({ ok: false, reason: expect.stringMatching(why) });
});

describe('a bomb is refused before it is unpacked in whole:', () => {
  const zeros = Buffer.alloc(8 * 1024 * 1024);
  const limits = { ...uploadLimits, fileBytes: 5_000_000, totalBytes: 6_000_000, files: 50 };
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['one large file in a ZIP', () => makeZip([{ name: 'a', content: zeros }])],
    ['one large file in a tar.gz', async () => gzipSync(await makeTar([{ name: 'a', content: zeros }]))],
    ['many files', () => makeZip(['a', 'b', 'c'].map((name) => ({ name, content: zeros.subarray(0, 3_000_000) })))],
    ['many entries', () => makeZip(Array.from({ length: 51 }, (_, n) => ({ name: `${n}` })))],
    ['a large archive', () => Buffer.concat([makeZip([]), Buffer.alloc(uploadLimits.archiveBytes)])],
  ])('%s', async (_, make) => {
    const answer = await unpackArchive(await make(), limits);
    expect(answer).toEqual({ ok: false, reason: expect.stringMatching(/ MB|entries/) });
  });
});
