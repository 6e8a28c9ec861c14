import type { Socket } from 'node:net';
import type { CommandSpec } from './command.ts';
import type { DescriptorKind } from './descriptor-pair.ts';
import { withMarks } from './environment.ts';
import type { Launch } from './launch.ts';
import { readSandboxReport, SANDBOX_REPORT_FD } from './sandbox-report.ts';
import { spawnProcess } from './spawn-process.ts';
import { feed, type StartedChild } from './started-child.ts';

/** The descriptor by which a sandbox that is kept ready is told to go on. */
export const GATE_FD = 4;

/** Starts what was prepared for a command. Throws the system's error. */
export function spawnLaunch(launch: Launch, stdin: CommandSpec['stdin']): StartedChild {
  const { child, ends } = spawn(launch, [stdin === 'closed' ? 'nothing' : 'socket', ...outputs(launch)]);
  const [input] = ends;
  if (input !== undefined) {
    // Read, so that the child's end closes it, and closed with the child where another process holds that end.
    feed(input.resume(), stdin);
    void child.exited.then(() => input.destroy());
  }
  return child;
}

/** The same for a sandbox that waits at its gate, without an input. */
export function spawnGated(launch: Launch): { child: StartedChild; gate: Socket } {
  const { child, ends } = spawn(launch, ['nothing', ...outputs(launch), 'socket']);
  return { child, gate: present(ends[GATE_FD]) };
}

function outputs({ sandboxed }: Launch): DescriptorKind[] {
  return ['output', 'output', sandboxed ? 'output' : 'nothing'];
}

function spawn({ file, args, cwd, env, marks, sandboxed }: Launch, descriptors: readonly DescriptorKind[]) {
  const { pid, ends, exited } = spawnProcess({ file, args, cwd, env: withMarks(env, marks), descriptors });
  const [, stdout, stderr] = ends;
  const child: StartedChild = {
    pid,
    streams: { stdout: present(stdout), stderr: present(stderr) },
    exited,
    sandbox: sandboxed ? readSandboxReport(present(ends[SANDBOX_REPORT_FD])) : undefined,
  };
  return { child, ends };
}

function present(end: Socket | undefined): Socket {
  if (end === undefined) throw new Error('a process was started without one of its descriptors');
  return end;
}
