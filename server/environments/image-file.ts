import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Site } from './environment.ts';
import { pathInside } from './path-inside.ts';

/** An image that the build left, with where it really lies. */
export type ImageFileAnswer =
  | { readonly ok: true; readonly name: string; readonly path: string; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: string };

/** Reads an image from the worktree, and never one from outside of it: a build may leave a link to anything. */
export async function readImageFile(image: string, { directory, sandbox }: Site): Promise<ImageFileAnswer> {
  const path = pathInside(sandbox.worktree, join(directory, image));
  if (path === null) return { ok: false, reason: `the build left no ${image} in the worktree` };
  const bytes = await readFile(path);
  if (bytes.length === 0) return { ok: false, reason: `${image} is empty` };
  return { ok: true, name: basename(image), path, bytes };
}
