import { createHash } from 'node:crypto';
import { fromRootHint } from '#lib/diff/in-project.ts';
import { pathOf, pathsOf } from '#lib/diff/parsed-diff.ts';
import { remember } from '#lib/remember.ts';
import { currentText } from './current-text.ts';
import type { Git, GitOutcome } from './git.ts';
import { patchForTree } from './patch-for-tree.ts';
import { type PatchProblem, type PatchRefusal, refusePatch } from './patch-refusal.ts';
import { isWithoutPlace, linesOf, placesOf } from './place-hunk.ts';
import type { PatchFile, ReadPatch } from './read-patch.ts';
import { ambiguous, type RefitFile, refitFile } from './refit-patch.ts';
import { readRef } from './refs.ts';
import { type Doubt, standing } from './standing.ts';
import { type PatchPlan, tryPatch } from './try-patch.ts';
import { headRef, type Workspace } from './workspace.ts';

/** How a patch fits the tree, from the strictest way to the most lenient. */
export type Fit = 'exact' | 'offset' | 'three-way' | 'line-endings' | 'whitespace';

export interface PatchFit {
  readonly ok: true;
  readonly fit: Fit;
  /** What was done to make it fit, in words for the trace and the agent. */
  readonly note: string;
  /** Every path the patch touches, both sides of a rename included. */
  readonly paths: readonly string[];
  /** What has to be applied. */
  readonly plan: PatchPlan;
}

const notes = {
  exact: 'applied exactly',
  offset: 'applied with offset',
  'three-way': 'applied by three-way merge with the content it was made on',
  'line-endings': "applied with line ends changed to the file's",
  whitespace: 'applied with whitespace differences ignored, at the only place it fits',
} as const satisfies Record<Fit, string>;

/**
 * Finds out whether and how a patch can be applied; nothing in the tree changes. Tries in turn: strictly, by three-way
 * merge, and with blanks forgiven where a hunk says that it stands, else where exactly one place fits. The merge comes first
 * where what stands at its lines need not be what the patch was made on.
 */
export async function checkPatch(
  git: Git,
  workspace: Workspace,
  patch: string | Uint8Array,
): Promise<PatchFit | PatchRefusal> {
  const commit = readRef(workspace, headRef(workspace.runId));
  const key = createHash('sha256').update(`${workspace.directory}\0${commit}\0`).update(patch).digest('hex');
  return await answers(key, async () => {
    const read = patchForTree(workspace, patch);
    return read.ok ? (exactFit(workspace, read) ?? (await checkWithGit(git, workspace, read))) : read;
  });
}

/** An agent that looks whether its patch fits and the judgement after it ask the same of the same tree. What is wrong with a tree may have been mended meanwhile. */
const answers = remember<PatchFit | PatchRefusal>(8, ({ ok }) => ok);

/** The usual case, of a patch that was read already: it needs no git, which looks again before it writes. Null when it is another. */
export function exactFit(workspace: Workspace, read: ReadPatch): PatchFit | null {
  const { files, isExact } = standing(workspace, read);
  return isExact ? fits('exact', { files, encoding: read.encoding, threeWay: false }) : null;
}

/** What git says of a patch; it also knows what the tree's index says. */
export async function checkWithGit(git: Git, workspace: Workspace, read: ReadPatch): Promise<PatchFit | PatchRefusal> {
  const unplaced = withoutPlace(workspace, read);
  if (unplaced) return unplaced;
  const { files, doubts } = standing(workspace, read);
  const strictly: PatchPlan = { files, encoding: read.encoding, threeWay: false };
  const strict = await tryPatch(git, workspace, strictly, { mode: 'check' });
  if (strict.ok) {
    const merged = doubts.length === 0 ? null : await mergedFit(git, workspace, read, doubts);
    return (
      merged ??
      misplaced(workspace, strictly, strict.stderr) ??
      fits(movedHunks(strict.stderr).length > 0 ? 'offset' : 'exact', strictly)
    );
  }
  if (strict.stopped) return unchecked(strict);

  const reverse = await tryPatch(git, workspace, strictly, { mode: 'reverse' });
  if (reverse.ok) return refusePatch('ALREADY_APPLIED', 'the tree already has every change of this patch', {});
  if (reverse.stopped) return unchecked(reverse);
  const told = refusalIn(workspace, read, strict.stderr);
  if (told) return told;
  const merged = await mergedFit(git, workspace, read, doubts);
  if (merged !== null) return merged;
  const refitted = refit(workspace, read);
  if (!refitted.ok) return refitted;
  const again = await tryPatch(git, workspace, refitted.plan, { mode: 'check' });
  if (again.stopped) return unchecked(again);
  return again.ok && movedHunks(again.stderr).length === 0
    ? refitted
    : refusePatch('DRIFTED', `the patch does not apply: ${strict.trouble}`, {});
}

/** A hunk that names no line of the file would be put at its end by git, wherever it is meant to be. */
function withoutPlace(workspace: Workspace, { files, encoding }: ReadPatch): PatchRefusal | null {
  for (const file of files) {
    const at = file.hunks.findIndex(({ oldCount }) => oldCount === 0);
    const text = at < 0 || file.newPath === null ? null : currentText(workspace, file, encoding);
    const number = text === null ? 0 : file.hunks.findIndex((hunk) => isWithoutPlace(hunk, text)) + 1;
    if (number === 0) continue;
    const reason = `${pathOf(file)}: hunk ${number} names no line of the file, so that nothing tells where it belongs`;
    return refusePatch('AMBIGUOUS', reason, { file: pathOf(file), hunk: number });
  }
  return null;
}

/** A git that was stopped has said nothing of the patch. */
function unchecked({ trouble }: GitOutcome): PatchRefusal {
  return refusePatch('GIT_FAILED', `the patch could not be checked: ${trouble}`, {});
}

/** The answer for a patch that fits in the given way. */
function fits(fit: Fit, plan: PatchPlan): PatchFit {
  return { ok: true, fit, note: notes[fit], paths: [...new Set(plan.files.flatMap(pathsOf))], plan };
}

/** Git takes the nearest place for a hunk that is not where it says; here another equally good place makes it ambiguous. */
function misplaced(workspace: Workspace, plan: PatchPlan, told: string): PatchRefusal | null {
  const texts = new Map<number, readonly string[] | null>();
  for (const { file: at, hunk: number } of movedHunks(told)) {
    const file = plan.files[at];
    const hunk = file?.hunks[number - 1];
    if (!file || !hunk) continue;
    if (!texts.has(at)) texts.set(at, linesInTree(workspace, file, plan));
    const lines = texts.get(at);
    if (!lines) continue;
    const exact = placesOf(hunk, lines, 'exact');
    const places = exact.length > 0 ? exact : placesOf(hunk, lines.map(withoutReturn), 'exact');
    const where = { file: pathOf(file), hunk: number };
    if (places.length > 1) return refusePatch('AMBIGUOUS', ambiguous(where.file, number, places), where);
    // Git has put it at the end of the file, and what stands there in the tree does not tell whether rightly.
    if (places.length === 0 && hunk.lines.at(-1)?.kind !== 'context' && !plan.threeWay)
      return refusePatch('AMBIGUOUS', `${where.file}: hunk ${number} does not stand where it says`, where);
  }
  return null;
}

function linesInTree(workspace: Workspace, file: PatchFile, { encoding }: PatchPlan): string[] | null {
  const text = currentText(workspace, file, encoding);
  return text === null ? null : linesOf(text);
}

/** Git may keep lines in the repository without the carriage returns that they have in the tree. */
function withoutReturn(line: string): string {
  return line.replace(/\r$/, '');
}

/** Which hunks (1-based) of which files (0-based, in the patch's order) git found elsewhere. */
function movedHunks(told: string): { file: number; hunk: number }[] {
  return toldOfFiles(told).flatMap((section, file) =>
    [...section.matchAll(/^Hunk #(\d+) succeeded at \d+ \(offset /gm)].map((found) => ({
      file,
      hunk: Number(found[1]),
    })),
  );
}

/** What git says of each file, in the patch's order. */
function toldOfFiles(told: string): string[] {
  return told.split(/^Checking patch .*$/m).slice(1);
}

/** What git says about a file that no lenient way can help, each with our name for it. */
const sayings = [
  [/^error: invalid path '(?<file>.*)'$/m, 'OUTSIDE', 'the path is not allowed'],
  [
    /^error: (?:affected file )?'?(?<file>.*?)'? is beyond a symbolic link$/m,
    'SYMLINK',
    'the path goes through a symbolic link',
  ],
  [/^error: (?<file>.*): wrong type$/m, 'SYMLINK', 'the file is a symbolic link or a submodule'],
  [
    /^error: (?<file>.*): already exists in (?:index|working directory)$/m,
    'EXISTS',
    'the patch creates a file that exists',
  ],
  [
    /^error: (?<file>.*): (?:does not exist in index|No such file or directory)$/m,
    'NO_SUCH_FILE',
    'there is no such file',
  ],
  [/^error: (?<file>.*): does not match index$/m, 'TREE_DIFFERS', 'the file has changes that are not committed'],
] as const satisfies readonly (readonly [RegExp, PatchProblem, string])[];

function refusalIn(workspace: Workspace, read: ReadPatch, told: string): PatchRefusal | null {
  for (const [pattern, code, reason] of sayings) {
    const path = pattern.exec(told)?.groups?.file;
    if (path === undefined) continue;
    const file = path.startsWith(`${workspace.subdirectory}/`) ? path.slice(workspace.subdirectory.length + 1) : path;
    const hint = code === 'NO_SUCH_FILE' ? fromRootHint(read.files.flatMap(pathsOf), workspace.subdirectory) : '';
    return refusePatch(code, `${file}: ${reason}${hint}`, { file });
  }
  return null;
}

/**
 * Merges the patch with the content it was made on, which settles the doubts about its places, or refuses it where it cannot.
 * Null where the repository does not have that content, so that the patch's own lines are all there is.
 */
async function mergedFit(
  git: Git,
  workspace: Workspace,
  read: ReadPatch,
  doubts: readonly Doubt[],
): Promise<PatchFit | PatchRefusal | null> {
  const certain = doubts.find(({ isMoved }) => isMoved);
  if (!read.files.some(({ indexLine }) => indexLine !== null)) return certain ? doubtful(read, certain) : null;
  const plan: PatchPlan = { files: read.files, encoding: read.encoding, threeWay: true };
  const outcome = await tryPatch(git, workspace, plan, { mode: 'check' });
  if (outcome.stopped) return unchecked(outcome);
  const told = toldOfFiles(outcome.stderr);
  const isMerged = ({ file }: Doubt) => told[file]?.includes('Applied patch to ') === true;
  const open = doubts.find((doubt) => doubt.isMoved && !isMerged(doubt));
  if (open) return doubtful(read, open);
  // A dry run calls a merge with conflicts a success.
  if (outcome.ok && !/ with conflicts\.?$/m.test(outcome.stderr))
    return doubts.length > 0 && !doubts.some(isMerged)
      ? null
      : (misplaced(workspace, plan, outcome.stderr) ?? fits('three-way', plan));
  const unsettled = doubts.find(isMerged);
  return unsettled ? doubtful(read, unsettled) : null;
}

function doubtful({ files }: ReadPatch, { file: at, hunk, places }: Doubt): PatchRefusal {
  const [file] = files.slice(at);
  const path = file ? pathOf(file) : '';
  const reason = `${ambiguous(path, hunk, places)}, and the patch was made on another content of the file`;
  return refusePatch('AMBIGUOUS', reason, { file: path, hunk });
}

function refit(workspace: Workspace, read: ReadPatch): PatchFit | PatchRefusal {
  const files: PatchFile[] = [];
  const forgiven = new Set<RefitFile['forgave']>();
  for (const file of read.files) {
    const text = file.hunks.length === 0 ? null : currentText(workspace, file, read.encoding);
    const fitted = text === null ? null : refitFile(file, text);
    if (fitted?.ok === false) return fitted;
    files.push(fitted ? { ...file, hunks: fitted.hunks } : file);
    if (fitted) forgiven.add(fitted.forgave);
  }
  const fit = (['whitespace', 'line-endings'] as const).find((forgave) => forgiven.has(forgave)) ?? 'offset';
  return fits(fit, { files, encoding: read.encoding, threeWay: false });
}
