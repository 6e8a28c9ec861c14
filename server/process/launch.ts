import type { CommandSpec } from './command.ts';
import { childEnvironment } from './environment.ts';
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
}

/** Turns a command into what is spawned for it, inside bubblewrap when its policy says so; or says why it can't be. */
export async function prepareLaunch(spec: CommandSpec): Promise<Launch | { refusal: string }> {
  assertMarker(spec.marker);
  const [file, ...args] = 'shell' in spec.argv ? (['/bin/sh', '-c', spec.argv.shell] as const) : spec.argv;
  const bare = { file, args, cwd: spec.cwd, env: environmentOf(spec, false), sandboxed: false };
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
      env: environmentOf(spec, true),
      sandboxed: true,
    };
  } catch (cause) {
    return { refusal: await whyNotStarted(spec, bare.env, cause) };
  }
}

function environmentOf({ env, marker }: CommandSpec, inSandbox: boolean): Record<string, string> {
  return childEnvironment({ own: process.env, configured: env, marker, inSandbox });
}
