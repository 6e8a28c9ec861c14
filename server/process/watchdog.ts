import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { asProcessEnv } from './environment.ts';
import { assertMarker } from './marker-sweep.ts';
import { processTunables } from './tunables.ts';
import { readFreeze, type WatchdogLine, writeLine } from './watchdog-protocol.ts';

/** A process beside the runner that kills the runner's commands when the runner can't do so itself any more. */
export interface Watchdog {
  /** Say so each time the database has accepted this runner's renewal. */
  renew(): void;
  /** From now on this group, and whatever carries the marker, dies with the runner. */
  register(pgid: number, marker: string): void;
  /** Whether it killed this registered group because the runner froze or did not renew. */
  hasKilled(pgid: number): boolean;
  /** The group is gone. */
  unregister(pgid: number): void;
  /** Its process, for the log; another one after a restart. */
  pid(): number | undefined;
  /** Ends the watchdog, without which this process would not end either; groups that are still registered are killed first. */
  stop(): Promise<void>;
}

export interface WatchdogOptions {
  freezeAfterMs?: number;
  /** Told after a freeze (at once, when only the renewals were missing): how many groups were killed. */
  onFreeze?: (groups: number) => void;
}

/**
 * Starts the watchdog in a session of its own, so that signals to the runner's group do not reach it. One that dies (out
 * of memory, a person's kill) is started again and told about the groups.
 */
export function startWatchdog({
  freezeAfterMs = processTunables.freezeAfterMs,
  onFreeze,
}: WatchdogOptions = {}): Watchdog {
  const groups = new Map<number, string>();
  const killed = new Set<number>();
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  let child = start();

  function start(): ChildProcess {
    const started = spawn(
      process.execPath,
      [fileURLToPath(new URL('./watchdog-main.ts', import.meta.url)), String(freezeAfterMs)],
      {
        cwd: '/',
        // Not empty: an empty environment looks like a process in the middle of `exec`, which every sweep waits for.
        env: asProcessEnv({ FIRMLOOP_WATCHDOG_OF: String(process.pid) }),
        detached: true,
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    // A dead watchdog is noticed by `close`; what was written to it meanwhile is written again to the next one.
    started.stdin?.on('error', () => undefined);
    started
      .on('error', () => undefined)
      .once('close', () => {
        if (!stopping) restart = setTimeout(() => (child = start()), processTunables.watchdogRestartMs);
      });
    if (started.stdout) createInterface({ input: started.stdout }).on('line', (line) => hearOfFreeze(readFreeze(line)));
    for (const [pgid, marker] of groups) tell({ kind: 'group', pgid, marker }, started);
    return started;
  }

  function hearOfFreeze(pgids: readonly number[]): void {
    for (const pgid of pgids) if (groups.has(pgid)) killed.add(pgid);
    onFreeze?.(pgids.length);
  }

  function tell(line: WatchdogLine, receiver = child): void {
    receiver.stdin?.write(writeLine(line));
  }

  return {
    renew: () => tell({ kind: 'renewed' }),
    register(pgid, marker) {
      assertMarker(marker);
      groups.set(pgid, marker);
      tell({ kind: 'group', pgid, marker });
    },
    hasKilled: (pgid) => killed.has(pgid),
    unregister(pgid) {
      groups.delete(pgid);
      killed.delete(pgid);
      tell({ kind: 'gone', pgid });
    },
    pid: () => child.pid,
    async stop() {
      stopping = true;
      clearTimeout(restart);
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const closed = once(child, 'close');
      child.stdin?.end();
      await closed;
    },
  };
}
