import { applyHunks } from '#lib/diff/apply-hunks.ts';
import { type FileDiff, type ParsedDiff, pathOf } from '#lib/diff/parsed-diff.ts';
import { languageOf } from '#lib/policy/languages.ts';
import type { ChangedSyntax } from '#lib/policy/syntax/check-syntax.ts';
import { parserFor } from './parse.ts';

/** Files and characters of a patch that are parsed; a larger one is over the policy's limits anyway. */
const mostFiles = 60;
const mostChars = 1024 * 1024;

/**
 * The syntax of a patch's C and C++ files before and after. `read` gives a file as it stands, or null. A file that the
 * patch does not fit exactly is left out: whether it applies is looked at elsewhere.
 */
export async function changedSyntax(
  { files }: ParsedDiff,
  read: (path: string) => string | null,
): Promise<ChangedSyntax[]> {
  const sources = files.filter((file) => file.newPath !== null && languageOf(pathOf(file)) === 'c').slice(0, mostFiles);
  return (await Promise.all(sources.map((file) => syntaxOf(file, read)))).flat();
}

async function syntaxOf(file: FileDiff, read: (path: string) => string | null): Promise<ChangedSyntax[]> {
  const path = pathOf(file);
  const before = file.oldPath === null ? '' : read(file.oldPath);
  const after = before === null || before.length > mostChars ? null : applyHunks(before, file);
  if (before === null || after === null || after.length > mostChars) return [];
  const parse = await parserFor(path);
  return [{ before: file.oldPath === null ? null : parse(path, before), after: parse(path, after) }];
}
