import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientChannel } from 'ssh2';
import type { CommandOutcome } from '#server/process/command.ts';
import { endedBy, neverStarted, reasonFor } from '#server/process/outcome.ts';
import { deliverOutput } from '#server/process/output.ts';
import { watchForStop } from '#server/process/stop-watch.ts';
import { processTunables } from '#server/process/tunables.ts';
import { refusedBy } from '../ask.ts';
import type { Commands, RemoteCommand, RemoteEnd } from '../capabilities.ts';
import type { Bench } from '../driver.ts';
import { driverTunables } from '../tunables.ts';
import type { Dialect, Marks } from './dialect.ts';
import type { Session } from './session.ts';
import { statusWords, unsignedStatus } from './windows-status.ts';

type Watch = Parameters<Commands['run']>[1];

/** How a remote process ended, as far as the far side told. */
interface FarEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The channel closed without a word: the connection is gone. */
  readonly lost: boolean;
}

/** Runs one command over SSH with the limits that a command of the runner has, and clears up behind it. */
export async function runRemote(
  { session, dialect, bench }: { session: Session; dialect: Dialect; bench: Bench },
  command: RemoteCommand,
  { signal, onBytes }: Watch,
): Promise<RemoteEnd> {
  const startedAt = new Date();
  if (signal.aborted)
    return { outcome: neverStarted('cancelled', 'cancelled before it was started', startedAt), broken: null };
  const opened = await session.open(signal);
  if (!opened.ok) return unreachable(opened.reason, startedAt);
  const marks: Marks = { activity: bench.marker, command: randomUUID() };
  const started = await execute(opened.client, dialect.start(command, marks));
  if ('reason' in started) return unreachable(started.reason, startedAt);

  const begin = performance.now();
  const stops = watchForStop(command, signal);
  const decode = { stdout: dialect.decoder(), stderr: dialect.decoder() };
  const streams = { stdout: started.channel, stderr: started.channel.stderr };
  const output = deliverOutput(
    streams,
    command.outputCapBytes,
    (name, bytes) => onBytes(name, decode[name](bytes)),
    stops,
  );
  await Promise.race([started.ended, stops.requested]);
  const cause = stops.cause();
  const durationMs = Math.round(performance.now() - begin);
  stops.dispose();
  const sweeping = sweep(session, dialect.sweep(marks));
  const end = await Promise.race([started.ended, sweeping.then(() => afterSweep(started))]);
  const survivors = await sweeping;
  await output.drain();
  started.channel.destroy();
  const failure = output.failure();
  if (failure !== undefined) throw failure;

  const lacking = cause === undefined ? dialect.notThere(command, end.exitCode) : null;
  if (lacking !== null) return { outcome: neverStarted('not-started', lacking, startedAt), broken: null };
  const ended = endedBy(end, cause);
  const outcome: CommandOutcome = {
    endedBy: ended,
    exitCode: end.exitCode,
    signal: end.signal,
    startedAt: startedAt.toISOString(),
    durationMs,
    bytes: { ...output.bytes },
    truncated: output.truncated(),
    stoppedBy: cause === undefined ? 'itself' : 'firmloop',
    reason: reasonFor[ended](end, { ...command, ...unusedLimits }) + inWords(end.exitCode),
    sandboxed: false,
    killed: 0,
    survivors: survivors ?? [],
  };
  return { outcome, broken: cause === undefined ? trouble(end, outcome, dialect) : uncleared(survivors) };
}

const unusedLimits = { cwd: '', graceMs: processTunables.graceMs, stdin: 'closed', marker: 'remote' } as const;

function inWords(exitCode: number | null): string {
  const words = exitCode === null ? null : statusWords(exitCode);
  return words === null ? '' : ` (${words})`;
}

function trouble({ lost }: FarEnd, { exitCode, bytes }: CommandOutcome, { doubtsSilence }: Dialect): string | null {
  if (lost) return 'the connection was lost while the command ran';
  if (doubtsSilence && exitCode === 0 && bytes.stdout + bytes.stderr === 0) {
    return 'it exited with status 0 and printed nothing at all, so nothing shows that it was run';
  }
  return null;
}

function uncleared(survivors: readonly number[] | null): string | null {
  return survivors === null ? 'the command was stopped, but nobody could look whether its processes are gone' : null;
}

/** What is known after everything was killed and the channel is still open. */
function afterSweep({ ended }: Started): Promise<FarEnd> {
  const unknown: FarEnd = { exitCode: null, signal: null, lost: false };
  return Promise.race([ended, pause(processTunables.goneMs, unknown, { ref: false })]);
}

function unreachable(reason: string, startedAt: Date): RemoteEnd {
  return { outcome: neverStarted('not-started', reason, startedAt), broken: reason };
}

interface Started {
  readonly channel: ClientChannel;
  readonly ended: Promise<FarEnd>;
}

function execute(client: Client, line: string): Promise<Started | { readonly reason: string }> {
  return new Promise((resolve) => {
    try {
      client.exec(line, (error, channel) => {
        if (error) return resolve({ reason: error.message });
        channel.on('error', () => undefined);
        const ended = new Promise<FarEnd>((settle) => {
          channel.once('exit', (code: number | null, signal?: string) =>
            settle({ exitCode: code === null ? null : unsignedStatus(code), signal: signal ?? null, lost: false }),
          );
          channel.once('close', () => settle({ exitCode: null, signal: null, lost: true }));
        });
        resolve({ channel, ended });
      });
    } catch (error) {
      resolve(refusedBy(error));
    }
  });
}

/** Ends what is left over there; the numbers of what could not be ended, or null when nobody could look. */
async function sweep(session: Session, line: string): Promise<number[] | null> {
  const limit = AbortSignal.timeout(driverTunables.remoteKillMs);
  const opened = await session.open(limit);
  const started = opened.ok ? await execute(opened.client, line) : opened;
  if (!('channel' in started)) return null;
  let said = '';
  started.channel.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
  });
  started.channel.stderr.resume();
  const expired = new Promise<null>((resolve) => limit.addEventListener('abort', () => resolve(null), { once: true }));
  const closed = new Promise<FarEnd | null>((resolve) => started.channel.once('close', () => resolve(started.ended)));
  const end = await Promise.race([closed, expired]);
  started.channel.destroy();
  return end === null || end.lost ? null : (said.match(/\d+/g) ?? []).map(Number);
}
