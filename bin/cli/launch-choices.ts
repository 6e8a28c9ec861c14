import { join, resolve } from 'node:path';
import type { ExecutionMode } from '#lib/convergence/plateau.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { createGit } from '#server/workspace/git.ts';
import { inspectRepository } from '#server/workspace/inspect-repository.ts';
import { root } from '../stack/root.ts';

/** The options of `firmloop run` that choose what is launched. */
export interface LaunchOptions {
  readonly env?: string;
  readonly agent?: readonly string[];
  readonly mode?: ExecutionMode;
  readonly preset?: string;
  readonly maxIterations?: number;
  readonly timeoutMinutes?: number;
  readonly ref?: string;
  readonly goal?: string;
  readonly snapshot?: true;
}

/** A launch as the command line says it. */
export async function launchChoicesOf(folder: string, options: LaunchOptions): Promise<LaunchChoices> {
  const { env, agent, mode, preset, maxIterations, timeoutMinutes, ref, goal } = options;
  const snapshot = options.snapshot ?? (ref === undefined && (await isShippedWithoutGit(folder)));
  const agents = agent && [...agent];
  return { folder, environment: env, agents, mode, preset, maxIterations, timeoutMinutes, ref, goal, snapshot };
}

/** The product's own examples can be launched also where it was unpacked without its git history. */
async function isShippedWithoutGit(folder: string): Promise<boolean> {
  if (!resolve(folder).startsWith(join(root, 'examples', '/'))) return false;
  return !(await inspectRepository(createGit(), folder)).ok;
}
