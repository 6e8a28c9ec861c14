import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { checkPatch } from './check-patch.ts';
import {
  diffOf as edit,
  git,
  hunkOf as hunk,
  numbered,
  openedWorkspace,
  read,
  succeeded,
  twice,
  userGit,
  withoutIndex,
} from './testing.ts';

const files = { 'a.c': numbered, 'twice.c': twice };
const changeLine30 = edit('a.c', numbered, numbered.replace('line 30\n', 'LINE 30\n'));

const table = '0,\n'.repeat(20);
const inTable = (before: string, line: number, text: string) =>
  before
    .split('\n')
    .toSpliced(line - 1, 1, text)
    .join('\n');
const change10 = edit('table.c', table, inTable(table, 10, '7,'));

test('where lines were added before, a patch is merged and not put on what stands at its place now', async () => {
  const { workspace } = await openedWorkspace({ 'table.c': table });
  const shifted = `/* 1 */\n/* 2 */\n${table}`;
  succeeded(await applyPatch(git, workspace, edit('table.c', table, shifted)));
  expect(await applyPatch(git, workspace, change10, { merge: 'strict' })).toMatchObject({ code: 'DRIFTED' });
  expect(succeeded(await checkPatch(git, workspace, change10)).fit).toBe('three-way');
  expect(succeeded(await applyPatch(git, workspace, change10)).fit).toBe('three-way');
  expect(read(workspace.root, 'table.c')).toBe(inTable(shifted, 12, '7,'));
});

const tail = 'int main(void)\n{\n  go();\n}\n';
const mixed = edit('table.c', table + tail, inTable(table + tail, 10, '7,').replace('go();', 'run();'));

test('also where another hunk of the patch has moved with its lines', async () => {
  const { workspace } = await openedWorkspace({ 'table.c': table + tail });
  const shifted = `/* 1 */\n/* 2 */\n${table}${tail}`;
  succeeded(await applyPatch(git, workspace, edit('table.c', table + tail, shifted)));
  const refused = { ok: false, code: 'AMBIGUOUS', file: 'table.c', hunk: 1 };
  expect(await applyPatch(git, workspace, withoutIndex(mixed))).toMatchObject(refused);
  expect(await applyPatch(git, workspace, mixed.replace(/^index \w+/m, 'index 1234567'))).toMatchObject(refused);
  succeeded(await applyPatch(git, workspace, mixed));
  expect(read(workspace.root, 'table.c')).toBe(inTable(shifted, 12, '7,').replace('go();', 'run();'));
});

test('also beside a file whose content is not known', async () => {
  const { workspace } = await openedWorkspace({ 'table.c': table, 'b.c': table });
  const shifted = `/* 1 */\n/* 2 */\n${table}`;
  for (const path of ['table.c', 'b.c']) succeeded(await applyPatch(git, workspace, edit(path, table, shifted)));
  const unknown = change10.replaceAll('table.c', 'b.c').replace(/^index \w+/m, 'index 1234567');
  expect(succeeded(await applyPatch(git, workspace, unknown + change10)).fit).toBe('three-way');
  expect(read(workspace.root, 'table.c')).toBe(inTable(shifted, 12, '7,'));
});

test('the content that a patch was made on is known by its bytes', async () => {
  const before = Buffer.from(`/* \xb0C */\n${table}`, 'latin1');
  const { workspace } = await openedWorkspace({ 'table.c': before });
  const id = userGit(workspace.root, 'rev-parse', '--short', 'HEAD:table.c');
  const patch = hunk('table.c', 9, [' 0,', '-0,', '+7,', ' 0,']).replace(
    '--- a/',
    `index ${id}..1234567 100644\n--- a/`,
  );
  expect(succeeded(await applyPatch(git, workspace, patch)).fit).toBe('exact');
});

test('a patch for the end of a very long file is applied', async () => {
  const long = Array.from({ length: 200_000 }, (_, at) => `line ${at}\n`).join('');
  const { workspace } = await openedWorkspace({ 'long.c': long });
  const one = hunk('long.c', 199_990, [' line 199989', '-line 199990', '+one', ' line 199991']);
  const two = hunk('long.c', 199_990, [' line 199989', '-one', '+two', ' line 199991']);
  expect(succeeded(await applyPatch(git, workspace, one + two)).fit).toBe('exact');
  expect(read(workspace.root, 'long.c')).toBe(long.replace('line 199990\n', 'two\n'));
});

test('a series of patches for one file fits together where lines have moved', async () => {
  const { workspace } = await openedWorkspace({ 'a.c': `added\n${numbered}` });
  const second = hunk('a.c', 29, [' line 29', '-LINE 30', '+Line 30', ' line 31']);
  expect(succeeded(await applyPatch(git, workspace, withoutIndex(changeLine30) + second)).fit).toBe('offset');
  expect(read(workspace.root, 'a.c')).toBe(`added\n${numbered.replace('line 30\n', 'Line 30\n')}`);
});

test('where that cannot be merged it is refused, and where the content is unknown its lines count', async () => {
  const { workspace } = await openedWorkspace({ 'table.c': table });
  const changed = inTable(`/* 1 */\n${table}`, 11, '9,');
  succeeded(await applyPatch(git, workspace, edit('table.c', table, changed)));
  expect(await applyPatch(git, workspace, change10.replace(' 0,\n 0,\n 0,\n-0,', ' 0,\n-0,'))).toMatchObject({
    ok: false,
  });
  const two = hunk('table.c', 3, [' 0,', '-0,', '+7,', ' 0,']);
  const header = (index: string) => two.replace('--- a/', `index ${index}..89abcde 100644\n--- a/`);
  const known = change10.match(/^index ([0-9a-f]+)/m)?.[1] ?? '';
  expect(succeeded(await checkPatch(git, workspace, header('1234567'))).fit).toBe('exact');
  expect(succeeded(await checkPatch(git, workspace, header(known))).fit).toBe('three-way');
  expect(succeeded(await applyPatch(git, workspace, header('1234567'))).fit).toBe('exact');
  expect(read(workspace.root, 'table.c')).toBe(inTable(changed, 4, '7,'));
});

test('a file that is not merged is looked at as closely beside one that is', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, changeLine30));
  const merged = edit('a.c', numbered, numbered.replace('line 28\n', 'LINE 28\n'));
  const ambiguous = hunk('twice.c', 3, [' set(pin);', '-wait();', '+wait_longer();', ' clear(pin);']);
  expect(succeeded(await checkPatch(git, workspace, merged)).fit).toBe('three-way');
  expect(await applyPatch(git, workspace, merged + ambiguous)).toMatchObject({ code: 'AMBIGUOUS', file: 'twice.c' });
});

test('a second place is seen also where git keeps the lines with other ends', async () => {
  const crlf = table.replaceAll('\n', '\r\n');
  const { workspace } = await openedWorkspace({ '.gitattributes': '*.c text eol=crlf\n', 'table.c': crlf });
  expect(await applyPatch(git, workspace, hunk('table.c', 2, ['-0,', '+1,']))).toMatchObject({ code: 'AMBIGUOUS' });
  expect(read(workspace.root, 'table.c')).toBe(crlf);
});
