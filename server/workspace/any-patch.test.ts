import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { git, openedWorkspace, read, userGit, userRepository, writeFiles } from './testing.ts';

/** Few kinds of lines, so that what a hunk names stands at several places of a file. */
const anyLine: fc.Arbitrary<string> = fc.constantFrom('{', '  return 0;', '}', '');
const anyEdit = fc.record({
  at: fc.nat({ max: 9 }),
  removed: fc.nat({ max: 2 }),
  added: fc.array(fc.constantFrom('{', 'x', '}'), { maxLength: 2 }),
});
const anyChange = fc
  .record({
    lines: fc.array(anyLine, { maxLength: 9 }),
    edits: fc.array(anyEdit, { minLength: 1, maxLength: 3 }),
    context: fc.constantFrom(0, 1, 3),
    endsWithNewline: fc.tuple(fc.boolean(), fc.boolean()),
  })
  .map(({ lines, edits, context, endsWithNewline: [ended, ends] }) => ({
    context,
    before: textOf(lines, ended),
    after: textOf(
      edits.reduce((made, { at, removed, added }) => made.toSpliced(at, removed, ...added), lines),
      ends,
    ),
  }))
  .filter(({ before, after }) => before !== after);

function textOf(lines: readonly string[], endsWithNewline: boolean): string {
  return lines.join('\n') + (lines.length > 0 && endsWithNewline ? '\n' : '');
}

test('a patch does what it says, wherever else the same lines stand, or is refused', { timeout: 120_000 }, async () => {
  const changes = fc.sample(anyChange, { numRuns: 60, seed: 28 }).map((change, at) => ({ ...change, path: `${at}.c` }));
  const repository = userRepository(Object.fromEntries(changes.map(({ path, before }) => [path, before])));
  const { workspace } = await openedWorkspace({}, { repository });
  writeFiles(repository, Object.fromEntries(changes.map(({ path, after }) => [path, after])));
  for (const { path, context, before, after } of changes) {
    const patch = execFileSync('git', ['diff', `--unified=${context}`, '--', path], { cwd: repository });
    const applied = await applyPatch(git, workspace, patch);
    const made = read(workspace.root, path);
    const told = JSON.stringify({ patch: patch.toString(), before, after, made, applied });
    if (applied.ok) expect({ fit: applied.fit, made }, told).toEqual({ fit: 'exact', made: after });
    else expect({ context, code: applied.code, made }, told).toEqual({ context: 0, code: 'AMBIGUOUS', made: before });
    userGit(workspace.root, 'reset', '--quiet', '--hard');
  }
});
