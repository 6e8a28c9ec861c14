import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeZip } from '#server/uploads/testing/make-zip.ts';
import { logsOf } from './launch-choices.ts';

async function written(name: string, content: Buffer | string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firmloop-logs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

test('a log is read as it is, and of an archive every file is a log', async () => {
  const packed = makeZip([{ name: 'ci/build.log', content: 'error: x\n' }, { name: 'ci/empty.log' }]);
  expect(await logsOf([await written('run.log', 'failed\n'), await written('ci.zip', packed)])).toEqual([
    { name: 'run.log', text: 'failed\n' },
    { name: 'ci/build.log', text: 'error: x\n' },
    { name: 'ci/empty.log', text: '(empty)' },
  ]);
});

test.each([
  ['leads outside', makeZip([{ name: '../../etc/passwd', content: 'x' }]), /cannot be used: .*passwd/],
  ['holds a link', makeZip([{ name: 'log', content: '/etc/passwd', mode: 0o120777 }]), /link or a device/],
  ['is none', Buffer.from('hello'), /neither a ZIP file nor a tar file/],
  ['holds what is no text', makeZip([{ name: 'core', content: Buffer.from([0xff, 0xfe, 0x80]) }]), /not text in UTF-8/],
])('an archive that %s is refused with the reason', async (_, content, reason) => {
  await expect(logsOf([await written('ci.zip', content)])).rejects.toThrow(reason);
});
