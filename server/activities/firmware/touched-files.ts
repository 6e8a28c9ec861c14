import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { protectedGroups, protectedMatcher } from '#lib/policy/protected.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import type { Filing } from '#server/artifacts/artifact-store.ts';
import { fromRoot, workspaceGit } from '#server/workspace/workspace-git.ts';
import type { ActivityContext } from '../context.ts';
import { filedArtifact } from '../filed.ts';
import { buildRecord } from './build-record.ts';
import { configOf } from './run-facts.ts';
import { trackedFiles } from './tracked-files.ts';
import { type OpenedTree, openTree } from './workspace.ts';

/**
 * Protected files that the firmware's build or the tests themselves have written to since the build began: whoever does
 * that decides what is measured. What the base did as well is the project's own habit and does not count.
 */
export async function touchedFiles(context: ActivityContext): Promise<string[]> {
  const [config, tree, built] = await Promise.all([
    configOf(context),
    openTree(context),
    buildRecord(context, context.iteration),
  ]);
  if (built === null) return [];
  const isProtected = protectedMatcher(protectedGroups(config.policy).flatMap(({ patterns }) => patterns));
  const files = (await trackedFiles(tree)).map(({ path }) => path).filter(isProtected);
  const touched = files.filter((path) => wasWritten(join(tree.workspace.directory, path), built.startedAt));
  if (context.iteration === 0) {
    await context.host.artifacts.putJson(filing(context), touched);
    return [];
  }
  if (touched.length === 0) return [];
  const habit = await touchedAtBase(context);
  return habit === null ? await changedContent(tree, touched) : touched.filter((path) => !habit.includes(path));
}

/** The time of the last change of a file's data or mode cannot be set by a program, unlike that of its content. */
function wasWritten(file: string, since: number): boolean {
  try {
    return lstatSync(file).ctimeMs > since;
  } catch {
    return true;
  }
}

/** Where the base was not measured, its habits are unknown: then only what really differs counts. */
async function changedContent({ git, workspace }: OpenedTree, files: readonly string[]): Promise<string[]> {
  const rooted = files.map((path) => fromRoot(workspace, path));
  const differs = await workspaceGit(git, workspace)(['ls-files', '-z', '--modified', '--deleted', '--', ...rooted]);
  const changed = new Set(differs.stdout.split('\0'));
  return files.filter((_, at) => changed.has(rooted[at] ?? ''));
}

function filing({ runId, activityId }: ActivityContext): Filing {
  return { runId, iteration: 0, activityId, kind: 'file', name: 'touched-by-base' };
}

async function touchedAtBase(context: ActivityContext): Promise<string[] | null> {
  const { kind, name } = filing(context);
  const hash = await filedArtifact(context, { kind, name, iteration: 0 });
  if (hash === null) return null;
  return await artifactAs(context.host.artifacts, hash, z.array(z.string()));
}
