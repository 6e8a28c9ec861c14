import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { execLine } from './exec-line.ts';
import type { Launch } from './launch.ts';
import { killGroup } from './process-group.ts';
import { spareKeyOf } from './spare-key.ts';
import { GATE_FD, spawnGated } from './spawn-launch.ts';
import type { StartedChild } from './started-child.ts';
import { processTunables } from './tunables.ts';

/** Sandboxes that are set up and wait for their command, so that one that is run again starts at once. */
export interface Spares {
  /** Lets a spare run the command, if one waits for just that. */
  take(launch: Launch): StartedChild | undefined;
  /**
   * Keeps one ready for the same command, where it may be served by one: made while the command runs if that takes long, else
   * a moment after it has ended, as what its end leads to comes first. Where none can be started, the next one is started as
   * any other.
   */
  keep(launch: Launch, ended: Promise<unknown>): void;
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
 * Says that it was reached, and holds a shell before its command until its marks have come, which each command has of
 * its own; without them it ends. Its only variable is one of the marks, so the command finds no trace of it, and no
 * descriptor either. A command that wipes its environment before it starts anything is not found by its marks: its PID
 * namespace ends it with bwrap, which dies with this process and with its group. A line that only starts one program
 * starts it from here; as an argument it then only shows what the sandbox is kept for.
 */
function gateLine(line: string): string {
  const untilMarked = `echo >&${GATE_FD} && read -r FIRMLOOP_COMMAND <&${GATE_FD} && export $FIRMLOOP_COMMAND`;
  return `${untilMarked} && ${execLine(line) ?? 'exec /bin/sh -c "$1"'} ${GATE_FD}<&-`;
}

/** Nothing of a spare outlives this process: bwrap dies with its parent, and the gate with the socket. */
export function keepSpares(keptMs: number = processTunables.spareMs): Spares {
  /** By what the command must be equal in, see `spareKeyOf`. */
  const kept = new Map<string, Spare>();
  const coming = new Set<NodeJS.Timeout>();
  let isClosed = false;

  /** Ends a spare by its gate, also one that has died by itself; one that was taken is none any more. */
  function drop(key: string, spare: Spare): void {
    if (kept.get(key) !== spare) return;
    kept.delete(key);
    clearTimeout(spare.expiry);
    spare.gate.destroy();
    for (const stream of Object.values(spare.child.streams)) stream.destroy();
  }

  function make(launch: Launch): void {
    const key = spareKeyOf(launch);
    if (key === undefined || launch.again === undefined) return;
    const known = kept.get(key);
    if (known !== undefined) {
      known.expiry.refresh();
      return;
    }
    const [oldest] = kept;
    if (oldest !== undefined && kept.size >= processTunables.spares) drop(...oldest);
    const { line } = launch.again;
    const args = launch.args.toSpliced(-1, 1, gateLine(line), '/bin/sh', line);
    const { child, gate } = spawnGated({ ...launch, args, marks: [] });
    const expiry = setTimeout(() => drop(key, spare), keptMs);
    const spare: Spare = { child, gate, expiry, isReady: false };
    kept.set(key, spare);
    // Read to its end, so that the gate's end closes it.
    gate
      .on('error', () => undefined)
      .on('data', () => {
        spare.isReady = true;
      })
      .once('close', () => drop(key, spare));
  }

  function makeAfter(ms: number, launch: Launch): NodeJS.Timeout {
    const timer = setTimeout(() => {
      coming.delete(timer);
      try {
        if (!isClosed) make(launch);
      } catch {
        // The next command tells why nothing starts.
      }
    }, ms);
    coming.add(timer);
    return timer;
  }

  return {
    take(launch) {
      const key = spareKeyOf(launch);
      const spare = key === undefined ? undefined : kept.get(key);
      if (key === undefined || !spare?.isReady) return undefined;
      kept.delete(key);
      clearTimeout(spare.expiry);
      spare.gate.end(`${launch.marks.join(' ')}\n`);
      return spare.child;
    },

    keep(launch, ended) {
      if (launch.again === undefined) return;
      const beside = makeAfter(processTunables.spareBesideMs, launch);
      void ended.then(() => {
        clearTimeout(beside);
        coming.delete(beside);
        makeAfter(processTunables.spareAfterMs, launch);
      });
    },

    async close() {
      isClosed = true;
      for (const timer of coming) clearTimeout(timer);
      const all = [...kept];
      for (const one of all) drop(...one);
      const ended = Promise.all(all.map(([, { child }]) => child.exited));
      await Promise.race([ended, pause(processTunables.goneMs, undefined, { ref: false })]);
      await Promise.all(all.map(([, { child }]) => killGroup(child.pid)));
    },
  };
}
