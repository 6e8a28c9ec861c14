import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainFile } from './plain-file.ts';
import { scratchFolder } from './testing.ts';
import { plainFileBytes } from './tunables.ts';

function filled(): string {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'text'), 'ä');
  writeFileSync(join(folder, 'empty'), '');
  symlinkSync('text', join(folder, 'link'));
  mkdirSync(join(folder, 'sub'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'huge'), '');
  truncateSync(join(folder, 'huge'), plainFileBytes + 1);
  return folder;
}

test.each([
  ['text', 'ä'],
  ['empty', ''],
])('%s is read', (name, content) => {
  expect(plainFile(join(filled(), name))?.toString()).toBe(content);
});

test.each(['missing', 'text/below', 'link', 'sub', 'pipe', 'huge'])(
  '%s is not read, and nobody waits for it',
  (name) => {
    expect(plainFile(join(filled(), name))).toBeNull();
  },
);
