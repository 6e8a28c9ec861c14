import { join } from 'node:path';
import { join as joinFar } from 'node:path/posix';
import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { OpenBoard } from '#server/boards/drivers/open-board.ts';
import { argvOf, type NamedCommand, namedCommands, shownCommand } from '../command-parts.ts';
import type { Answer, Environment, PartEnd, Site, Watch } from '../environment.ts';
import { pathInside } from '../path-inside.ts';
import { emptyScene } from '../qemu/scene.ts';
import { type BoardAtHand, withBoard } from './board-at-hand.ts';

type SshConfig = Extract<EnvironmentConfig, { type: 'ssh' }>;

/** Tests on another machine: what was built is copied there, and each part is a command there. */
export function sshEnvironment(config: SshConfig, site: Site, board: BoardAtHand): Environment {
  const at = <Result>(work: (open: OpenBoard) => Promise<Result>) => withBoard(board, site, work);
  return {
    place: `the machine ${board.name}`,
    takesBoard: true,
    parts: namedCommands(config).map((named) => ({
      name: named.name,
      results: named.results,
      run: (watch) => at((open) => runTests(open, { config, site, named, watch })),
    })),
    files: {
      check: () => at(async (open) => [await answers(open, site)]),
      bring: () => at((open) => copyAll(open, config, site)),
    },
  };
}

interface Testing {
  readonly config: SshConfig;
  readonly site: Site;
  readonly named: NamedCommand;
  readonly watch: Watch;
}

async function runTests({ commands }: OpenBoard, { config, site, named, watch }: Testing): Promise<PartEnd> {
  const { env, timeout, silence, folder } = config;
  watch.say(`$ ${shownCommand(named.command)}`);
  if (commands === undefined) throw new Error('a machine without SSH was given to tests that need it');
  const { outcome, broken } = await commands.run(
    {
      argv: argvOf(named.command),
      folder,
      env,
      deadlineMs: timeout,
      ...(silence !== undefined && { silenceMs: silence }),
      outputCapBytes: watch.outputCapBytes,
    },
    { signal: site.signal, onBytes: watch.onBytes },
  );
  watch.say(`${outcome.reason}, after ${outcome.durationMs} ms`);
  if (broken === null) return { outcome };
  const printed = outcome.bytes.stdout + outcome.bytes.stderr;
  return { outcome, target: { printed, broken, reachedEnd: false, scene: emptyScene } };
}

/** The folder is there after this, even when nothing is copied: the tests run in it. */
async function copyAll({ files }: OpenBoard, { copy, folder }: SshConfig, site: Site): Promise<Answer> {
  if (files === undefined) return { ok: false, reason: 'the board has no way for files among its connections' };
  for (const path of copy) {
    const local = pathInside(site.sandbox.worktree, join(site.directory, path));
    if (local === null) return { ok: false, reason: `the build left no ${path} in the worktree` };
    const put = await files.put(local, joinFar(folder, path), site.signal);
    if (!put.ok) return put;
  }
  return { ok: true, reason: copy.length === 0 ? 'nothing is to be copied' : `${copy.join(', ')} copied to ${folder}` };
}

async function answers({ commands }: OpenBoard, { signal }: Site): Promise<Answer> {
  if (commands === undefined) return { ok: false, reason: 'the board has no way for commands among its connections' };
  const { outcome, broken } = await commands.run(
    { argv: ['hostname'], env: {}, deadlineMs: 30_000, outputCapBytes: 10_000 },
    { signal, onBytes: () => undefined },
  );
  const ok = broken === null && outcome.exitCode === 0;
  return { ok, reason: ok ? 'the machine answers' : (broken ?? outcome.reason) };
}
