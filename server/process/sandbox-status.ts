import { execFile } from 'node:child_process';
import { installedProgram } from './find-program.ts';
import { processTunables } from './tunables.ts';

/** Whether commands can be locked in on this host, and why (not). */
export type SandboxStatus =
  | { available: true; program: string; version: string; because: string }
  | { available: false; program: string | null; version: string | null; because: string };

let known: Promise<SandboxStatus> | undefined;

/** Looks for bubblewrap once per process and tries it: installed is not enough where a container forbids namespaces. */
export function sandboxStatus(): Promise<SandboxStatus> {
  known ??= detect(process.env.PATH ?? '');
  return known;
}

/** The detection itself, for a given search path. */
export async function detect(searchPath: string): Promise<SandboxStatus> {
  const program = installedProgram('bwrap', searchPath);
  if (program === undefined) {
    return { available: false, program: null, version: null, because: 'bubblewrap (bwrap) is not installed' };
  }
  const version = (await run(program, ['--version'])).output.replace('bubblewrap', '').trim();
  const trial = await run(program, [
    ...everyNamespace,
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--',
    '/bin/true',
  ]);
  if (!trial.ok) {
    return {
      available: false,
      program,
      version,
      because: `bubblewrap is installed but does not work here: ${trial.output}`,
    };
  }
  return { available: true, program, version, because: `a trial run with ${program} ${version} succeeded` };
}

/** What the sandbox always unshares, and `--unshare-net`, which it may. */
const everyNamespace = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net', '--cap-drop', 'ALL'];

function run(program: string, args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: processTunables.sandboxProbeMs }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: (stdout + stderr).trim() || (error?.message ?? '') }),
    );
  });
}
