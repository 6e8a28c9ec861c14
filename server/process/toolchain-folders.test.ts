import { expect, test } from 'vitest';
import { toolchainFolders } from './toolchain-folders.ts';

test.each([
  ['a toolchain in a home folder', '/home/ada/gcc-arm/bin', ['/home/ada/gcc-arm']],
  ['interpreters behind shims', '/home/ada/.pyenv/shims:/home/ada/.pyenv/bin', ['/home/ada/.pyenv']],
  [
    "a person's own programs",
    '/home/ada/.local/bin',
    ['bin', 'lib', 'lib64', 'libexec', 'include'].map((name) => `/home/ada/.local/${name}`),
  ],
  [
    "another person's own programs",
    '/home/eve/bin',
    ['bin', 'lib', 'lib64', 'libexec', 'include'].map((name) => `/home/eve/${name}`),
  ],
  ['a folder that is no bin', '/home/ada/project/node_modules/.bin', ['/home/ada/project/node_modules/.bin']],
  ['the system', '/usr/local/bin:/usr/bin:/bin:/opt/gcc-arm/bin', []],
  ['an entry that depends on where one stands', 'bin:.:', []],
])('of %s it shows what belongs to it', (_, path, shown) => {
  expect(toolchainFolders(path, '/home/ada')).toEqual(shown);
});
