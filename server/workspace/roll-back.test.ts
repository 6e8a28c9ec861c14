import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rollBackTo } from './roll-back.ts';
import { git, openedWorkspace, succeeded, userGit, userRepository } from './testing.ts';

/** A commit with what is easily lost: line ends, bytes that are no text, links, the bit that makes a program. */
function repository(): string {
  const folder = userRepository({
    '.gitignore': 'build/\n',
    'src/dos.c': 'int a;\r\nint b;\n',
    'src/raw.bin': new Uint8Array([0xff, 0x00, 0x0d, 0x0a]),
    'src/plain.c': 'int c;\n',
    'run.sh': '#!/bin/sh\n',
  });
  chmodSync(join(folder, 'run.sh'), 0o755);
  symlinkSync('../run.sh', join(folder, 'src/link'));
  userGit(folder, 'add', '--all');
  userGit(folder, 'commit', '--quiet', '--message=Odd files');
  return folder;
}

const paths = ['src/dos.c', 'src/raw.bin', 'src/plain.c', 'src/link', 'run.sh', 'src', 'new.c', 'build/o', 'a/b/c'];

type Edit = (file: string, bytes: Uint8Array) => void;
const write: Edit = (file, bytes) => {
  rmSync(file, { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
};
const edits: Readonly<Record<string, Edit>> = {
  write,
  remove: (file) => rmSync(file, { recursive: true, force: true }),
  link: (file, bytes) => {
    write(file, bytes);
    rmSync(file);
    symlinkSync('/etc/passwd', file);
  },
  folder: (file) => {
    rmSync(file, { recursive: true, force: true });
    mkdirSync(file, { recursive: true });
  },
  program: (file) => {
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === true) chmodSync(file, 0o755);
  },
};

test('whatever is done to a tree, going back to a commit makes it byte for byte what the commit has', async () => {
  const { workspace } = await openedWorkspace({}, { repository: repository() });
  const before = stateOf(workspace.root);
  const edit = fc.record({
    kind: fc.constantFrom(...Object.keys(edits)),
    path: fc.constantFrom(...paths),
    bytes: fc.uint8Array({ maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (made) => {
      for (const { kind, path, bytes } of made) {
        try {
          edits[kind]?.(join(workspace.root, path), bytes);
        } catch {
          // Below what is a file by now nothing can be made.
        }
      }
      succeeded(await rollBackTo(git, workspace, workspace.baseCommit, { clean: 'everything' }));
      expect(stateOf(workspace.root)).toEqual(before);
    }),
    { numRuns: 30 },
  );
}, 60_000);

/** Every file and link with what git keeps of it. */
function stateOf(root: string): Readonly<Record<string, string>> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(root.length + 1);
      if (path === '.git' || path.startsWith('.git/') || entry.isDirectory()) return [];
      if (entry.isSymbolicLink()) return [[path, `link ${readlinkSync(file)}`]];
      return [[path, `${(lstatSync(file).mode & 0o100).toString(8)} ${readFileSync(file).toString('hex')}`]];
    }),
  );
}
