import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import type { CommandSpec } from './command.ts';
import { asProcessEnv, withMarks } from './environment.ts';
import type { Launch } from './launch.ts';
import type { ProcessEnd } from './outcome.ts';
import { readSandboxReport, SANDBOX_REPORT_FD } from './sandbox-report.ts';
import { feed, type StartedChild } from './started-child.ts';

/** Starts a child, or returns the system's error. */
export type ChildStarter = (launch: Launch, stdin: CommandSpec['stdin']) => Promise<StartedChild | { error: unknown }>;

let other: ChildStarter | undefined;

/** From now on children are started so; by this process itself when it is undefined. */
export function startChildrenBy(starter: ChildStarter | undefined): void {
  other = starter;
}

/**
 * Starts a child with pipes for its output, or returns the system's error.
 *
 * `node:child_process` and not execa: execa settles only when the pipes are closed (a grandchild that holds one made a
 * time-out of 500 ms last 60 s) and resumes streams that nobody reads yet, so it takes away the two things that decide
 * here: the exit as a fact of its own, and a pipe that stays unread until the consumer is ready.
 *
 * To be called on the main thread: bwrap's `--die-with-parent` is bound to the thread that spawned it.
 */
export async function startChild(
  launch: Launch,
  stdin: CommandSpec['stdin'],
): Promise<StartedChild | { error: unknown }> {
  if (other !== undefined) return await other(launch, stdin);
  try {
    const child = spawn(launch.file, launch.args, {
      cwd: launch.cwd,
      env: asProcessEnv(withMarks(launch.env, launch.marks)),
      detached: true,
      stdio: [stdin === 'closed' ? 'ignore' : 'pipe', 'pipe', 'pipe', launch.sandboxed ? 'pipe' : 'ignore'],
    });
    const exited = new Promise<ProcessEnd>((resolve) => {
      child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
    });
    const { pid, stdout, stderr } = child;
    if (pid === undefined || stdout === null || stderr === null) return { error: (await once(child, 'error'))[0] };

    if (child.stdin !== null) feed(child.stdin, stdin);
    const report = child.stdio[SANDBOX_REPORT_FD];
    return {
      pid,
      streams: { stdout, stderr },
      exited,
      sandbox: isReadable(report) ? readSandboxReport(report) : undefined,
    };
  } catch (error) {
    return { error };
  }
}

function isReadable(stream: Writable | Readable | null | undefined): stream is Readable {
  return stream instanceof Readable;
}
