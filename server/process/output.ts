import type { Readable } from 'node:stream';
import type { CommandOptions, OutputStream } from './command.ts';
import type { StopWatch } from './stop-watch.ts';
import { processTunables } from './tunables.ts';

/** The output of one running command, on its way to the consumer. */
export interface Output {
  /** Bytes delivered so far. */
  readonly bytes: Readonly<Record<OutputStream, number>>;
  truncated(): boolean;
  /** The first words on stderr: bwrap tells there why it could not start the command. */
  complaint(): string;
  /** The consumer's own error, if it threw. */
  failure(): Error | undefined;
  /** Call after the command's end: reads what is left in the pipes, and leaves them when an escaped process holds them open. */
  drain(): Promise<void>;
}

const complaintBytes = 500;

/**
 * Passes bytes on one chunk at a time and reads no further meanwhile, so the child waits and memory stays flat. Bytes
 * beyond the cap are dropped and stop the command; it is still read to its end, else it could not react to TERM.
 */
export function deliverOutput(
  streams: Readonly<Record<OutputStream, Readable>>,
  capBytes: number,
  onChunk: CommandOptions['onChunk'],
  stops: StopWatch,
): Output {
  const bytes = { stdout: 0, stderr: 0 };
  let truncated = false;
  let complaint = '';
  let failure: Error | undefined;
  let ended = false;
  let readAfterEnd = 0;
  let arrivals = 0;
  let pending = 0;
  let turn: Promise<void> = Promise.resolve();

  const pumps = Promise.all([pump('stdout'), pump('stderr')]);

  async function pump(name: OutputStream): Promise<void> {
    const stream = streams[name];
    try {
      for await (const chunk of stream) await accept(name, chunk);
    } catch {
      // A pipe that is destroyed under the reader ends the reading; the outcome tells why.
    }
  }

  async function accept(name: OutputStream, chunk: Buffer): Promise<void> {
    arrivals += 1;
    if (name === 'stderr') complaint += chunk.toString('utf8', 0, Math.max(0, complaintBytes - complaint.length));
    if (ended) readAfterEnd += chunk.length;
    const tooLate = readAfterEnd > processTunables.drainBytes;
    if (tooLate) leavePipes();
    const kept = chunk.subarray(0, tooLate ? 0 : Math.max(0, capBytes - bytes.stdout - bytes.stderr));
    bytes[name] += kept.length;
    truncated ||= kept.length < chunk.length;
    if (truncated && !ended) stops.request('output-cap');
    if (kept.length > 0 && failure === undefined) await deliver(name, kept);
  }

  /** Both streams share one turn, so the consumer never has two calls open. */
  async function deliver(name: OutputStream, chunk: Buffer): Promise<void> {
    pending += 1;
    stops.consuming();
    turn = turn.then(() => onChunk?.(name, chunk)).catch(fail);
    await turn;
    pending -= 1;
    if (pending === 0 && !ended) stops.listening();
  }

  function fail(cause: unknown): void {
    failure ??= new Error('the consumer of a command’s output failed', { cause });
    stops.request('cancelled');
  }

  /** Leaves the pipes to whoever still holds them: the command is over, and they are not part of it. */
  function leavePipes(): void {
    streams.stdout.destroy();
    streams.stderr.destroy();
  }

  function leaveWhenIdle(): NodeJS.Timeout {
    let seen = arrivals;
    return setInterval(() => {
      const idle = arrivals === seen && pending === 0;
      seen = arrivals;
      // After a busy spell timers run before waiting input is read, so input gets one more turn.
      if (idle) setImmediate(() => arrivals === seen && leavePipes());
    }, processTunables.drainIdleMs);
  }

  return {
    bytes,
    truncated: () => truncated,
    complaint: () => complaint.trim(),
    failure: () => failure,
    async drain() {
      ended = true;
      stops.consuming();
      const idleTimer = leaveWhenIdle();
      await pumps;
      clearInterval(idleTimer);
    },
  };
}
