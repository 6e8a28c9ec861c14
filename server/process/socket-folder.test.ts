import { afterEach, expect, test, vi } from 'vitest';
import { socketFolder } from './socket-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  { name: 'the usual one where a socket fits into it', usual: '/var/tmp', folder: '/var/tmp' },
  { name: 'the last one that it fits into', usual: `/${'x'.repeat(86)}`, folder: `/${'x'.repeat(86)}` },
  { name: '/tmp where the usual one is too deep', usual: `/${'x'.repeat(87)}`, folder: '/tmp' },
])('sockets lie in $name', ({ usual, folder }) => {
  vi.stubEnv('TMPDIR', usual);
  expect(socketFolder(20)).toBe(folder);
});
