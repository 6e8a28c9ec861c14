import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { scratchFolder } from '#server/workspace/testing.ts';
import { searchAgent } from '../search.ts';
import { searchTask, tapTests } from '../testing.ts';

/** Only the compiler knows that the parameter was meant: it is no name of the project. */
const misspelled = {
  'include/ring.h': 'int is_full(int count);\n',
  'tests/test_ring.c': tapTests('ring.h', { is_full_at_its_size: 'is_full(4)' }),
  'src/ring.c': '#include "ring.h"\n\nint is_full(int count)\n{\n    return coun >= 4;\n}\n',
};

afterEach(() => {
  vi.unstubAllEnvs();
});

async function mended(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const { task } = await searchTask({ ...misspelled, ...files });
  const proposal = await searchAgent.propose(task);
  return 'diff' in proposal ? proposal.diff.toString('utf8') : '';
}

test('what the compiler proposes is done where a build compiles and links in one command', async () => {
  const Makefile = 'build/run-tests: src/ring.c tests/test_ring.c\n\t@mkdir -p build\n\tcc -Wall -Iinclude -o $@ $^\n';
  expect(await mended({ Makefile })).toContain('\n+    return count >= 4;');
}, 60_000);

test('what the compiler proposes is done where it tells nothing as JSON', async () => {
  const folder = scratchFolder();
  const refuses =
    '#!/bin/sh\ncase " $* " in *=json*) echo "cc: error: invalid value" >&2; exit 1 ;; esac\nexec gcc "$@"\n';
  await writeFile(join(folder, 'cc'), refuses);
  await chmod(join(folder, 'cc'), 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  expect(await mended()).toContain('\n+    return count >= 4;');
}, 60_000);
