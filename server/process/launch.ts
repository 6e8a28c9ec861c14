import { randomUUID } from 'node:crypto';
import type { CommandSpec } from './command.ts';
import { activityMark, aheadMark, childEnvironment, commandMark, type Mark } from './environment.ts';
import { assertMarker } from './marker-sweep.ts';
import { sandboxArguments } from './sandbox.ts';
import { SANDBOX_REPORT_FD } from './sandbox-report.ts';
import { sandboxStatus } from './sandbox-status.ts';
import { whyNotStarted } from './why-not-started.ts';

/** Exactly what is spawned for a command. */
export interface Launch {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  sandboxed: boolean;
  /** Tells this command's processes from all others. */
  mark: Mark;
}

/** Turns a command into what is spawned for it, inside bubblewrap when its policy says so; or says why it can't be. */
export async function prepareLaunch(spec: CommandSpec): Promise<Launch | { refusal: string }> {
  assertMarker(spec.marker);
  const [file, ...args] = 'shell' in spec.argv ? (['/bin/sh', '-c', spec.argv.shell] as const) : spec.argv;
  const mark = commandMark(randomUUID());
  const marks = [activityMark(spec.marker), ...(spec.aheadOf === undefined ? [] : [aheadMark(spec.aheadOf)]), mark];
  const environment = (inSandbox: boolean) =>
    childEnvironment({ own: process.env, configured: spec.env, marks, inSandbox });
  const bare = { file, args, cwd: spec.cwd, env: environment(false), sandboxed: false, mark };
  if (spec.sandbox === undefined) return bare;

  const status = await sandboxStatus();
  if (!status.available) {
    return spec.sandbox.whenMissing === 'run-bare' ? bare : { refusal: `no sandbox on this host: ${status.because}` };
  }
  try {
    const walls = await sandboxArguments(spec.sandbox, spec.cwd);
    return {
      file: status.program,
      args: [...walls, '--json-status-fd', String(SANDBOX_REPORT_FD), '--', file, ...args],
      cwd: '/',
      env: environment(true),
      sandboxed: true,
      mark,
    };
  } catch (cause) {
    return { refusal: await whyNotStarted(spec, bare.env, cause) };
  }
}
