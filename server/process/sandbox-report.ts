import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { processTunables } from './tunables.ts';

/** The descriptor on which bwrap reports about the command inside: JSON lines, one when it is set up, one at its end. */
export const SANDBOX_REPORT_FD = 3;

export interface SandboxReport {
  /** Pid, seen from here, of the first process in the sandbox's PID namespace; undefined before bwrap has made it. */
  firstProcess(): number | undefined;
  /** Waits for the end of the report. False when bwrap ended without having run the command. */
  commandRan(): Promise<boolean>;
}

/** Reads bwrap's report as it comes. Only bwrap can write it: the command inside does not have the descriptor. */
export function readSandboxReport(stream: Readable): SandboxReport {
  let text = '';
  const ended = new Promise<void>((resolve) => {
    stream.once('close', resolve);
  });
  stream
    .setEncoding('utf8')
    .on('error', () => undefined)
    .on('data', (part: string) => {
      text += part;
    });
  return {
    firstProcess() {
      const pid = /"child-pid": (\d+)/.exec(text)?.[1];
      return pid === undefined ? undefined : Number(pid);
    },
    async commandRan() {
      await Promise.race([ended, pause(processTunables.goneMs, undefined, { ref: false })]);
      return text.includes('"exit-code"');
    },
  };
}
