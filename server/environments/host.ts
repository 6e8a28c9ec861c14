import { accessSync, constants, statfsSync } from 'node:fs';
import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { CommandSpec } from '#server/process/command.ts';
import { runCommand } from '#server/process/run-command.ts';
import { processTunables } from '#server/process/tunables.ts';
import { argvOf, type NamedCommand, namedCommands, shownCommand, type TestSettings } from './command-parts.ts';
import type { Answer, Environment, Part, Site } from './environment.ts';

type HostConfig = Extract<EnvironmentConfig, { type: 'host' }>;

/** The runner itself: each part of the tests is a command in the worktree. */
export function hostEnvironment(config: HostConfig, site: Site): Environment {
  return {
    place: 'the host of the worktree',
    parts: namedCommands(config).map((part) => hostPart(config, part, site)),
    files: { check: async () => checkFolder(site.directory) },
  };
}

/** One part of the tests as a command of the runner, behind the site's walls. */
export function hostPart(
  { env, timeout, silence }: TestSettings,
  { name, command, results }: NamedCommand,
  site: Site,
): Part {
  return {
    name,
    results,
    async run({ outputCapBytes, onBytes, say }) {
      say(`$ ${shownCommand(command)}`);
      const { signal, watchdog, startsAfter } = site;
      const spec: CommandSpec = {
        argv: argvOf(command),
        cwd: site.directory,
        env,
        deadlineMs: timeout,
        ...(silence !== undefined && { silenceMs: silence }),
        outputCapBytes,
        graceMs: processTunables.graceMs,
        stdin: 'closed',
        marker: site.marker,
        ...(site.aheadOf !== undefined && { aheadOf: site.aheadOf }),
        sandbox: site.sandbox,
        again: true,
      };
      const outcome = await runCommand(spec, {
        signal,
        onChunk: onBytes,
        ...(watchdog && { watchdog }),
        ...(startsAfter && { startsAfter }),
      });
      say(
        `${outcome.reason}, after ${outcome.durationMs} ms${outcome.sandboxed ? '' : ' (without a sandbox: none works here)'}`,
      );
      return { outcome };
    },
  };
}

/** Below this a test program's output would be cut off by the disk rather than by the firmware. */
const leastFreeBytes = 64 * 1024 * 1024;

function checkFolder(folder: string): Answer[] {
  const writable = isWritable(folder);
  const disk = statfsSync(folder);
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

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
