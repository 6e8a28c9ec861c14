import type { Command } from '#lib/config/scalars.ts';
import type { CommandOutcome } from '#server/process/command.ts';
import { runCommand } from '#server/process/run-command.ts';
import { processTunables } from '#server/process/tunables.ts';
import type { AgentTask } from '../agent.ts';
import { siteOf, type Tree } from './bench.ts';

export interface Built {
  readonly ok: boolean;
  readonly output: string;
  readonly outcome: CommandOutcome;
  /** Texts of the compiler's warnings without line numbers, so that the same warning elsewhere is the same. */
  readonly warnings: ReadonlySet<string>;
}

export interface BuildOptions {
  readonly command?: Command;
  readonly env?: Readonly<Record<string, string>>;
}

/** Builds the project in a tree as the project file says. */
export async function build(task: AgentTask, tree: Tree, options: BuildOptions = {}): Promise<Built> {
  const { build: configured, limits } = task.bench.project;
  const command = options.command ?? configured.command;
  const { sandbox, marker, signal, watchdog } = siteOf(task, tree);
  const parts: Buffer[] = [];
  const outcome = await runCommand(
    {
      argv: typeof command === 'string' ? { shell: command } : asArgv(command),
      cwd: tree.directory,
      env: { ...configured.env, ...options.env },
      deadlineMs: configured.timeout,
      ...(configured.silence === undefined ? {} : { silenceMs: configured.silence }),
      outputCapBytes: limits.log_size,
      graceMs: processTunables.graceMs,
      stdin: 'closed',
      marker,
      sandbox,
    },
    { signal, ...(watchdog && { watchdog }), onChunk: (_stream, bytes) => void parts.push(bytes) },
  );
  const output = Buffer.concat(parts).toString('utf8');
  return { ok: outcome.endedBy === 'exit' && outcome.exitCode === 0, output, outcome, warnings: warningsIn(output) };
}

function asArgv([program = '', ...rest]: readonly string[]): readonly [string, ...string[]] {
  return [program, ...rest];
}

function warningsIn(output: string): Set<string> {
  const lines = output.split('\n').filter((line) => /(?:^|[\s:])warning: /.test(line));
  return new Set(lines.map((line) => line.trim().replace(/:\d+(?::\d+)?(?=:)/, '')));
}
