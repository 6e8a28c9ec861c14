import { isUtf8 } from 'node:buffer';
import { inProject, mayBeFromRoot } from '#lib/diff/in-project.ts';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { printDiff } from '#lib/diff/print-diff.ts';
import type { Git } from './git.ts';
import { zeroSeparated } from './workspace-git.ts';

/** The project in a commit: its folder from the root of the repository, empty when they are the same. */
interface ProjectAt {
  readonly commit: string;
  readonly subdirectory: string;
}

/**
 * A patch that people made, as the project's folder sees it: one made at the repository's root is written anew without the
 * folder in front, where nothing else can be meant. For whoever takes a patch in, before anybody looks at it: so that what
 * is judged, filed and applied is one text. Any other patch is given back as it came.
 */
export async function patchInProject(git: Git, { commit, subdirectory }: ProjectAt, patch: Buffer): Promise<Buffer> {
  if (subdirectory === '') return patch;
  const encoding = isUtf8(patch) ? 'utf8' : 'latin1';
  const { preamble, files, problems } = parseDiff(patch.toString(encoding));
  if (problems.length > 0 || !mayBeFromRoot(files, subdirectory)) return patch;
  const shortened = inProject(files, subdirectory, await filesAt(git, { commit, subdirectory }));
  if (shortened === null) return patch;
  const head = preamble === '' ? '' : `${preamble}\n`;
  return Buffer.from(head + printDiff({ files: shortened }), encoding);
}

async function filesAt(git: Git, { commit, subdirectory }: ProjectAt): Promise<ReadonlySet<string>> {
  const below = `${subdirectory}/`;
  const listed = await git(['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit, '--', below]);
  if (!listed.ok || listed.truncated) throw new Error(`git could not list ${below}: ${listed.trouble}`);
  return new Set(zeroSeparated(listed.stdout).map((path) => path.slice(below.length)));
}
