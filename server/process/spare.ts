import type { Socket } from 'node:net';
import type { Mark } from './environment.ts';
import type { Launch } from './launch.ts';
import { GATE_FD, spawnGated } from './spawn-launch.ts';
import type { StartedChild } from './started-child.ts';
import { processTunables } from './tunables.ts';

/** Sandboxes that are set up and wait for their command, so that one that is run again starts at once. */
export interface Spares {
  /** Lets the spare of that key run its command under these marks, if there is one. */
  take(key: string, marks: readonly Mark[]): StartedChild | undefined;
  /** Keeps one ready for the next command of that key. Where none can be started, the next one is started as any other. */
  keep(key: string, launch: Launch): void;
  /** Keeps none any more; settles when those that were kept have ended. */
  close(): Promise<void>;
}

interface Spare {
  readonly child: StartedChild;
  readonly gate: Socket;
  readonly expiry: NodeJS.Timeout;
  /** Whether its gate was reached: as long as bwrap sets up, a part of it may stay behind when it is killed. */
  isReady: boolean;
}

/**
 * Carries the marks around the command, as bwrap does at an ordinary start: one that wipes its environment is found by
 * them. Signals are left to the command, its status is given back, and what a shell says of a signal is not heard.
 */
const holder = 'trap : HUP INT TERM; exec 3>&2 2>/dev/null; (exec /bin/sh -c "$1" 2>&3 3>&-); exit $?';

/**
 * Says that it was reached, and holds a shell before its command until its marks have come, which each command has of
 * its own; without them it ends. Its only variable is one of the marks, so the command finds no trace of it, and no
 * descriptor either.
 */
const gateLine = [
  `echo >&${GATE_FD} && read -r FIRMLOOP_COMMAND <&${GATE_FD} && export $FIRMLOOP_COMMAND`,
  `exec /bin/sh -c '${holder}' sh "$1" ${GATE_FD}<&-`,
].join(' && ');

/** Nothing of a spare outlives this process: bwrap dies with its parent, and the gate with the socket. */
export function keepSpares(keptMs: number = processTunables.spareMs): Spares {
  const kept = new Map<string, Spare>();
  /** Those that are to be started in a moment. */
  const coming = new Map<string, NodeJS.Timeout>();
  let isClosed = false;

  /** Ends a spare by its gate, also one that has died by itself; one that was taken is none any more. */
  function drop(key: string, spare: Spare): void {
    if (kept.get(key) !== spare) return;
    kept.delete(key);
    clearTimeout(spare.expiry);
    spare.gate.destroy();
    for (const stream of Object.values(spare.child.streams)) stream.destroy();
  }

  function open(key: string, launch: Launch): Spare {
    const { child, gate } = spawnGated({ ...launch, args: launch.args.toSpliced(-1, 0, gateLine, 'sh'), marks: [] });
    const expiry = setTimeout(() => drop(key, spare), keptMs);
    const spare: Spare = { child, gate, expiry, isReady: false };
    // Read to its end, so that the gate's end closes it.
    gate
      .on('error', () => undefined)
      .on('data', () => {
        spare.isReady = true;
      });
    void child.exited.then(() => drop(key, spare));
    return spare;
  }

  function make(key: string, launch: Launch): void {
    coming.delete(key);
    try {
      const spare = open(key, launch);
      const [oldest] = kept;
      if (oldest !== undefined && kept.size >= processTunables.spares) drop(...oldest);
      kept.set(key, spare);
    } catch {
      // The next command of the key tells why nothing starts.
    }
  }

  return {
    take(key, marks) {
      const spare = kept.get(key);
      if (!spare?.isReady) return undefined;
      kept.delete(key);
      clearTimeout(spare.expiry);
      spare.gate.end(`${marks.join(' ')}\n`);
      return spare.child;
    },

    keep(key, launch) {
      if (isClosed || kept.has(key) || coming.has(key)) return;
      coming.set(
        key,
        setTimeout(() => make(key, launch), processTunables.spareAfterMs),
      );
    },

    async close() {
      isClosed = true;
      for (const timer of coming.values()) clearTimeout(timer);
      const ended = [...kept.values()].map(({ child }) => child.exited);
      for (const one of kept) drop(...one);
      await Promise.all(ended);
    },
  };
}
