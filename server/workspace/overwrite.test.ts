import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overwrite } from './overwrite.ts';
import { scratchFolder } from './testing.ts';

test.each(['', 'short', 'same size!', 'longer than it was'])(
  'a file holds only what was written last: "%s"',
  (content) => {
    const file = join(scratchFolder(), 'file');
    overwrite(file, Buffer.from('ten bytes.'));
    const { ino } = statSync(file);
    overwrite(file, Buffer.from(content));
    expect([readFileSync(file, 'utf8'), statSync(file).ino]).toEqual([content, ino]);
  },
);

test('a link is not followed', () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'target'), 'precious');
  symlinkSync('target', join(folder, 'link'));
  expect(() => overwrite(join(folder, 'link'), Buffer.from('x'))).toThrow('ELOOP');
  expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('precious');
});
