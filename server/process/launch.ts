import { randomUUID } from 'node:crypto';
import type { CommandSpec } from './command.ts';
import { activityMark, aheadMark, childEnvironment, commandMark, type Mark } from './environment.ts';
import { execLine } from './exec-line.ts';
import { assertMarker } from './marker-sweep.ts';
import { sandboxWalls } from './sandbox.ts';
import { SANDBOX_REPORT_FD } from './sandbox-report.ts';
import { sandboxStatus } from './sandbox-status.ts';
import { whyNotStarted } from './why-not-started.ts';

/** Exactly what is spawned for a command. */
export interface Launch {
  file: string;
  args: readonly string[];
  cwd: string;
  /** Without the marks. */
  env: Record<string, string>;
  /** Carried by the command and by whatever it starts. */
  marks: readonly Mark[];
  /** The one of them that tells this command's processes from all others. */
  mark: Mark;
  sandboxed: boolean;
  /** Set where a sandbox that was made before may serve this command. */
  again?: {
    /** The shell's line as it was asked for; the shell has it as the last of `args`. */
    readonly line: string;
    /** What the sandbox must have been made of, see `Walls.paths`. */
    readonly madeOf: readonly string[];
  };
}

/** Turns a command into what is spawned for it, inside bubblewrap when its policy says so; or says why it can't be. */
export async function prepareLaunch(spec: CommandSpec): Promise<Launch | { refusal: string }> {
  for (const marker of [spec.marker, spec.aheadOf]) if (marker !== undefined) assertMarker(marker);
  const line = 'shell' in spec.argv ? spec.argv.shell : undefined;
  const [file, ...args] =
    'shell' in spec.argv ? (['/bin/sh', '-c', execLine(spec.argv.shell) ?? spec.argv.shell] as const) : spec.argv;
  const mark = commandMark(randomUUID());
  const marks = [activityMark(spec.marker), ...(spec.aheadOf === undefined ? [] : [aheadMark(spec.aheadOf)]), mark];
  const environment = (inSandbox: boolean) => childEnvironment({ own: process.env, configured: spec.env, inSandbox });
  const bare = () => ({ file, args, cwd: spec.cwd, env: environment(false), marks, mark, sandboxed: false });
  if (spec.sandbox === undefined) return bare();

  const status = await sandboxStatus();
  if (!status.available) {
    return spec.sandbox.whenMissing === 'run-bare' ? bare() : { refusal: `no sandbox on this host: ${status.because}` };
  }
  try {
    const walls = await sandboxWalls(spec.sandbox, spec.cwd);
    const maySpare = spec.again && line !== undefined && spec.stdin === 'closed' && !spec.sandbox.network;
    return {
      file: status.program,
      args: [...walls.args, '--json-status-fd', String(SANDBOX_REPORT_FD), '--', file, ...args],
      cwd: '/',
      env: environment(true),
      marks,
      mark,
      sandboxed: true,
      ...(maySpare && { again: { line, madeOf: walls.paths } }),
    };
  } catch (cause) {
    return { refusal: await whyNotStarted(spec, environment(false), cause) };
  }
}
