import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '#lib/errors.ts';
import type { Account } from '#server/database/account.ts';
import { dieWithParent } from '#server/database/die-with-parent.ts';
import { type LogFile, openLog } from './log-file.ts';
import type { Progress } from './progress.ts';
import { tunables } from './tunables.ts';

/** A program that the stack keeps alive. */
export interface ChildSpec {
  readonly name: 'postgres' | 'runner' | 'web';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly account?: Account | undefined;
  /** Asks it to end in good order. */
  readonly stopSignal: NodeJS.Signals;
  readonly logFile: string;
  /** `ipc` for a Node program that sends messages to us. */
  readonly channel: 'ipc' | 'ignore';
  /** Resolves when it answers; rejects when the signal fires first. */
  isReady(child: ChildProcess, signal: AbortSignal): Promise<unknown>;
}

/** A child under supervision. */
export interface Supervised {
  /** Ends it for good: asks, waits, then kills its process group. */
  stop(): Promise<void>;
  /** Kills its process group at once. */
  kill(): void;
}

/**
 * Starts a child in its own process group, so that Ctrl-C reaches only us, and resolves when it is ready. From then on
 * a child that dies is started again after a short, growing wait. A child that ends before it was ever ready rejects.
 */
export async function supervise(spec: ChildSpec, { report, signal }: Progress): Promise<Supervised> {
  const stopping = new AbortController();
  let current = launch(spec);
  await firstReady(spec, current, signal);
  const loop = keepAlive();
  return { stop, kill };

  async function keepAlive(): Promise<void> {
    let backoff: number = tunables.firstBackoff;
    for (;;) {
      const ending = await current.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - current.since > tunables.healthyAfter) backoff = tunables.firstBackoff;
      report(`${spec.name} ended (${ending}); starting it again. Its log: ${spec.logFile}`);
      await delay(backoff, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      backoff = Math.min(backoff * 2, tunables.lastBackoff);
      current = launch(spec);
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await endChild(spec, current);
    await loop;
  }

  function kill(): void {
    stopping.abort();
    signalGroup(current.child, 'SIGKILL');
  }
}

interface Launched {
  readonly child: ChildProcess;
  /** When it was started, on the clock of `performance.now()`. */
  readonly since: number;
  /** Resolves with the way it ended. */
  readonly ended: Promise<string>;
  readonly log: LogFile;
}

function launch(spec: ChildSpec): Launched {
  const log = openLog(spec.logFile);
  const child = spawn(...dieWithParent(spec.stopSignal, spec.command, spec.args), {
    // Postgres as another user may not be able to stay in our folder.
    ...(spec.account && { ...spec.account, cwd: '/' }),
    env: spec.env,
    detached: true,
    stdio: ['ignore', log.fd, log.fd, spec.channel],
  });
  log.close();
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return { child, since: performance.now(), ended, log };
}

async function firstReady(spec: ChildSpec, launched: Launched, given: AbortSignal | undefined): Promise<void> {
  const waiting = new AbortController();
  const ends = [waiting.signal, AbortSignal.timeout(tunables.readyLimit[spec.name]), ...(given ? [given] : [])];
  const limit = AbortSignal.any(ends);
  const died = launched.ended.then((ending) => Promise.reject(new Error(ending)));
  try {
    await Promise.race([spec.isReady(launched.child, limit), died]);
  } catch (cause) {
    await endChild(spec, launched);
    given?.throwIfAborted();
    const last = launched.log.reason();
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DomainError('UNAVAILABLE', `${spec.name} did not start (${why}); ${last} (log: ${spec.logFile})`, {
      cause,
    });
  } finally {
    waiting.abort();
    died.catch(() => undefined);
  }
}

async function endChild(spec: ChildSpec, { child, ended }: Launched): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(spec.stopSignal);
  const limit = setTimeout(() => signalGroup(child, 'SIGKILL'), tunables.stopLimit[spec.name]);
  await ended;
  clearTimeout(limit);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is already gone.
  }
}
