import { lutimes } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import type { Filing } from '#server/artifacts/artifact-store.ts';
import { workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';
import type { ActivityContext } from '../context.ts';
import { filedArtifact } from '../filed.ts';
import { buildRecord, warningsBeyond } from './build-record.ts';
import type { OpenedTree } from './workspace.ts';

/**
 * An incremental build prints the warnings of what it compiles, so one that an earlier patch brought would go unseen as
 * soon as another file changes. Files that ever had a warning beyond those of the base are therefore compiled each time.
 */
export async function renewWarnedFiles(context: ActivityContext, { git, workspace }: OpenedTree): Promise<void> {
  const warned = await warnedFiles(context);
  if (warned.length === 0) return;
  await context.mayChangeTree;
  const listed = await workspaceGit(git, workspace)(['ls-files', '-z']);
  const now = new Date();
  const tracked = zeroSeparated(listed.stdout).filter((path) => warned.some((file) => isSame(path, file)));
  await Promise.all(tracked.map((path) => lutimes(join(workspace.root, path), now, now).catch(() => undefined)));
}

/** Remembers where warnings beyond those of the base stand. */
export async function rememberWarnedFiles(context: ActivityContext, texts: readonly string[]): Promise<void> {
  if (context.iteration === 0 || texts.length === 0) return;
  const base = await buildRecord(context, 0);
  if (base === null) return;
  const files = warningsBeyond(base, texts).flatMap((text) => /^([^\s:][^:]*):/.exec(text)?.[1] ?? []);
  if (files.length === 0) return;
  const known = await warnedFiles(context);
  const all = [...new Set([...known, ...files])].slice(0, mostFiles);
  if (all.length > known.length) await context.host.artifacts.putJson(filing(context), all);
}

const mostFiles = 200;

function filing({ runId, iteration, activityId }: ActivityContext): Filing {
  return { runId, iteration, activityId, kind: 'file', name: 'warned-files' };
}

async function warnedFiles(context: ActivityContext): Promise<string[]> {
  const { kind, name } = filing(context);
  const hash = await filedArtifact(context, { kind, name });
  if (hash === null) return [];
  return await artifactAs(context.host.artifacts, hash, z.array(z.string()));
}

/** A compiler names a file as it was told to, from a folder that its output need not tell. */
function isSame(path: string, printed: string): boolean {
  const plain = printed.replace(/^(?:\.{1,2}\/)+/, '');
  return path === plain || path.endsWith(`/${plain}`) || plain.endsWith(`/${path}`);
}
