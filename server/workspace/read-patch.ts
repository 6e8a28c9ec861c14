import { isUtf8 } from 'node:buffer';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { type FileDiff, pathOf, pathsOf } from '#lib/diff/parsed-diff.ts';
import { printDiff } from '#lib/diff/print-diff.ts';
import { type PatchRefusal, refusePatch } from './patch-refusal.ts';

/** One file's changes, with git's `index` line, which names the content the change was made on. */
export interface PatchFile extends FileDiff {
  readonly indexLine: string | null;
}

export interface ReadPatch {
  readonly ok: true;
  readonly files: readonly PatchFile[];
  /** How text and bytes correspond: sources older than UTF-8 are carried byte by byte. */
  readonly encoding: 'utf8' | 'latin1';
}

/** Reads a patch as an agent or a person hands it in, mail headers and all, and refuses what may never reach the tree. */
export function readPatch(patch: string | Uint8Array): ReadPatch | PatchRefusal {
  const bytes = Buffer.from(patch);
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const parsed = parseDiff(text);
  if (text.trim() === '') return refusePatch('EMPTY', 'the patch is empty', {});
  const [problem] = parsed.problems;
  if (problem) return refusePatch('MALFORMED', `line ${problem.line} of the patch: ${problem.text}`, {});
  for (const file of parsed.files) {
    const rule = rules.find(({ holds }) => holds(file));
    if (rule) return refusePatch(rule.code, `${pathOf(file)}: ${rule.reason}`, { file: pathOf(file) });
  }
  const lost = lostPath(parsed.files);
  if (lost !== null) {
    const reason = `${lost}: git would lose one of the patch's parts for it; give one diff from the first state to the last`;
    return refusePatch('MALFORMED', reason, { file: lost });
  }
  const lines = text.split('\n');
  return { ok: true, encoding, files: parsed.files.map((file) => ({ ...file, indexLine: indexLineOf(file, lines) })) };
}

/** Writes the patch again from what was read and judged, so that nothing else can reach the tree. */
export function writePatch({ files, encoding }: Pick<ReadPatch, 'files' | 'encoding'>): Buffer {
  return Buffer.from(files.map(printFile).join(''), encoding);
}

function printFile(file: PatchFile): string {
  const printed = printDiff({ files: [file] });
  return file.indexLine === null ? printed : printed.replace(/^--- /m, `${file.indexLine}\n--- `);
}

/** A path of which git takes another part of the patch than the last: it removes, moves and makes files as they stand in the tree. */
function lostPath(files: readonly FileDiff[]): string | null {
  const changed = new Set<string>();
  const made = new Set<string>();
  for (const { kind, oldPath, newPath } of files) {
    if (oldPath !== null && (kind === 'delete' || kind === 'rename') && changed.has(oldPath)) return oldPath;
    const isMade = kind === 'add' || kind === 'rename' || kind === 'copy';
    if (newPath !== null && isMade && made.has(newPath)) return newPath;
    if (newPath === null) continue;
    made.add(newPath);
    if (kind !== 'rename' && kind !== 'copy') changed.add(newPath);
  }
  return null;
}

const INDEX_LINE = /^index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: [0-7]{6})?$/;

function indexLineOf(file: FileDiff, lines: readonly string[]): string | null {
  const begin = file.line - 1;
  const length = lines.slice(begin).findIndex((line) => line.startsWith('@@ ') || line.startsWith('--- '));
  const header = lines.slice(begin, begin + Math.max(0, length)).map((line) => line.replace(/\r$/, ''));
  return header.find((line) => INDEX_LINE.test(line)) ?? null;
}

/** In order: the first rule that holds for a file refuses the patch. */
const rules = [
  { code: 'OUTSIDE', holds: (file) => pathsOf(file).some(leavesTree), reason: 'the path leads outside the project' },
  { code: 'OUTSIDE', holds: (file) => pathsOf(file).some(isGitData), reason: "the path belongs to git's own data" },
  { code: 'SYMLINK', holds: (file) => hasMode(file, '120000'), reason: 'the patch makes or changes a symbolic link' },
  { code: 'SUBMODULE', holds: (file) => hasMode(file, '160000'), reason: 'the patch changes a submodule' },
  { code: 'BINARY', holds: (file) => file.binary || hasNul(file), reason: 'the patch changes a binary file' },
] as const satisfies readonly { code: PatchRefusal['code']; holds: (file: FileDiff) => boolean; reason: string }[];

function leavesTree(path: string): boolean {
  return (
    path === '' || path.startsWith('/') || path.split('/').some((part) => part === '..' || part === '.' || part === '')
  );
}

/** Also `.GIT`, `git~1` and `.git` with ignorable ends, which name the same folder on some file systems. */
function isGitData(path: string): boolean {
  return path.split('/').some((part) => /^(?:\.git|git~1)[ .]*$/i.test(part));
}

function hasMode({ oldMode, newMode }: FileDiff, mode: string): boolean {
  return oldMode === mode || newMode === mode;
}

function hasNul({ hunks }: FileDiff): boolean {
  return hunks.some(({ lines }) => lines.some(({ text }) => text.includes('\0')));
}
