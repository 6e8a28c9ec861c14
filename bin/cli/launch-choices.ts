import { basename, join, resolve } from 'node:path';
import type { ExecutionMode } from '#lib/convergence/plateau.ts';
import { DomainError } from '#lib/errors.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { longestLog } from '#lib/launch/log-limits.ts';
import type { LaunchLog } from '#lib/launch/logs.ts';
import { writtenValue } from '#lib/launch/written-value.ts';
import { unpackArchive } from '#server/uploads/unpack-archive.ts';
import { createGit } from '#server/workspace/git.ts';
import { inspectRepository } from '#server/workspace/inspect-repository.ts';
import { root } from '../stack/root.ts';
import { readBytes, textOf } from './read-input.ts';

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
  /** Settings as `criteria.target_pass_rate=0.95`. */
  readonly set?: readonly string[];
  /** Files with logs that show the failure. */
  readonly log?: readonly string[];
  readonly snapshot?: true;
}

/** A launch as the command line says it. */
export async function launchChoicesOf(folder: string, options: LaunchOptions): Promise<LaunchChoices> {
  const { env, agent, mode, preset, maxIterations, timeoutMinutes, ref, goal } = options;
  const snapshot = options.snapshot ?? (ref === undefined && (await isShippedWithoutGit(folder)));
  const agents = agent && [...agent];
  const set = options.set && settingsOf(options.set);
  return { folder, environment: env, agents, mode, preset, maxIterations, timeoutMinutes, ref, goal, set, snapshot };
}

/** Throws BAD_INPUT for what is no setting with a value. */
function settingsOf(written: readonly string[]): NonNullable<LaunchChoices['set']> {
  const pairs = written.map((text) => {
    const [, path, value] = /^((?:criteria|plateau|limits)\.[a-z_]+)=(.*)$/s.exec(text) ?? [];
    if (path === undefined || value === undefined)
      throw new DomainError('BAD_INPUT', `--set ${text} is no setting with a value.`, {
        next: 'Write it as --set criteria.target_pass_rate=0.95; settings of criteria, plateau and limits can be set.',
      });
    return [path, value === 'null' ? null : writtenValue(value)] as const;
  });
  return Object.fromEntries(pairs);
}

/** The logs that a launch names, each with the end of its text; of an archive every file is one. */
export async function logsOf(files: readonly string[] = []): Promise<LaunchLog[]> {
  return (await Promise.all(files.map(logsIn))).flat();
}

async function logsIn(file: string): Promise<LaunchLog[]> {
  const bytes = await readBytes(file, 'log');
  if (!/\.(?:zip|tar|tgz|tar\.gz)$/i.test(file)) return [logOf(basename(file), textOf(bytes, file, 'log'))];
  const unpacked = await unpackArchive(bytes);
  if (!unpacked.ok)
    throw new DomainError('BAD_INPUT', `${file} cannot be used: ${unpacked.reason}`, {
      next: 'Pack the logs again, as plain files, or name them one by one.',
    });
  return unpacked.files.map(({ path, bytes: content }) => logOf(path, textOf(content, `${path} in ${file}`, 'log')));
}

function logOf(name: string, text: string): LaunchLog {
  return { name: name.slice(-longestName), text: text.slice(-longestLog) || '(empty)' };
}

const longestName = 200;

/** The product's own examples can be launched also where it was unpacked without its git history. */
async function isShippedWithoutGit(folder: string): Promise<boolean> {
  if (!resolve(folder).startsWith(join(root, 'examples', '/'))) return false;
  return !(await inspectRepository(createGit(), folder)).ok;
}
