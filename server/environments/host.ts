import { access, constants, statfs } from 'node:fs/promises';
import type { Command } from '#lib/config/scalars.ts';
import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { CommandSpec } from '#server/process/command.ts';
import { runCommand } from '#server/process/run-command.ts';
import { processTunables } from '#server/process/tunables.ts';
import type { Answer, Environment, Part, Site } from './environment.ts';

type HostConfig = Extract<EnvironmentConfig, { type: 'host' }>;

/** The runner itself: each part of the tests is a command in the worktree. */
export function hostEnvironment(config: HostConfig, site: Site): Environment {
  return {
    place: 'the host of the worktree',
    parts: partsOf(config).map((part) => hostPart(config, part, site)),
    files: { check: () => checkFolder(site.directory) },
  };
}

type NamedCommand = Pick<Part, 'name' | 'results'> & { readonly command: Command };

function partsOf({ test }: HostConfig): NamedCommand[] {
  if (typeof test === 'string') return [{ name: 'tests', command: test, results: null }];
  const words = test.filter((word) => typeof word === 'string');
  if (words.length > 0) return [{ name: 'tests', command: words, results: null }];
  return test.flatMap((part) =>
    typeof part === 'string' ? [] : [{ name: part.name, command: part.command, results: part.results ?? null }],
  );
}

function hostPart({ env, timeout, silence }: HostConfig, { name, command, results }: NamedCommand, site: Site): Part {
  return {
    name,
    results,
    async run({ outputCapBytes, onBytes, say }) {
      say(`$ ${shown(command)}`);
      const { signal, watchdog } = site;
      const spec: CommandSpec = {
        argv: typeof command === 'string' ? { shell: command } : asArgv(command),
        cwd: site.directory,
        env,
        deadlineMs: timeout,
        ...(silence !== undefined && { silenceMs: silence }),
        outputCapBytes,
        graceMs: processTunables.graceMs,
        stdin: 'closed',
        marker: site.marker,
        sandbox: site.sandbox,
      };
      const outcome = await runCommand(spec, { signal, onChunk: onBytes, ...(watchdog && { watchdog }) });
      say(
        `${outcome.reason}, after ${outcome.durationMs} ms${outcome.sandboxed ? '' : ' (without a sandbox: none works here)'}`,
      );
      return { outcome };
    },
  };
}

/** A command as it is written in a shell. */
function shown(command: Command): string {
  if (typeof command === 'string') return command;
  return command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

function asArgv([program = '', ...rest]: readonly string[]): readonly [string, ...string[]] {
  return [program, ...rest];
}

/** Below this a test program's output would be cut off by the disk rather than by the firmware. */
const leastFreeBytes = 64 * 1024 * 1024;

async function checkFolder(folder: string): Promise<Answer[]> {
  const writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  return [
    { ok: writable, reason: writable ? 'the worktree is writable' : 'the worktree is not writable' },
    {
      ok: free >= leastFreeBytes,
      reason:
        free >= leastFreeBytes ? 'the disk has room' : `the disk has only ${Math.round(free / 1024 / 1024)} MB left`,
    },
  ];
}
