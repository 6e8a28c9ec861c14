import { Readable, type Writable } from 'node:stream';
import type { CommandSpec, OutputStream } from './command.ts';
import type { ProcessEnd } from './outcome.ts';
import type { SandboxReport } from './sandbox-report.ts';

/** A running child, leader of its own session and process group, so that `pid` is also the group. */
export interface StartedChild {
  pid: number;
  streams: Record<OutputStream, Readable>;
  /** Settles when the process itself is gone, whoever still holds its pipes. */
  exited: Promise<ProcessEnd>;
  /** Undefined outside the sandbox. */
  sandbox: SandboxReport | undefined;
}

/** Gives a child its input. One that does not read it, or ends first, is no trouble of ours. */
export function feed(pipe: Writable, stdin: CommandSpec['stdin']): void {
  pipe.on('error', () => undefined);
  if (stdin instanceof Readable) stdin.pipe(pipe);
  else pipe.end(stdin);
}
