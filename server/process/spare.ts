import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { SpawnOrder } from './spawner-protocol.ts';
import { processTunables } from './tunables.ts';

/** A child and the numbers of the connections that it has. */
export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly lines: readonly number[];
}

/** Sandboxes that are set up and wait for their command, so that one that is run again starts at once. */
export interface Spares {
  /** Lets the spare of an equal order run its command, if there is one. */
  take(order: SpawnOrder): Started | undefined;
  /** Keeps one ready for the next order that is equal to this one. */
  keep(order: SpawnOrder): Promise<void>;
  /** Keeps none any more; settles when those that were kept have ended. */
  close(): Promise<void>;
}

export interface SparesOptions {
  /** Starts a child for an order, with a pipe for descriptor 4. */
  readonly start: (order: SpawnOrder) => Promise<Started>;
  /** Told of the connections of a spare that served nobody. */
  readonly leave: (lines: readonly number[]) => void;
  readonly keptMs?: number;
}

interface Spare extends Started {
  readonly gate: Socket;
  readonly expiry: NodeJS.Timeout;
  /** Whether its gate was reached: as long as bwrap sets up, a part of it may stay behind when it is killed. */
  isReady: boolean;
}

const GATE_FD = 4;

/**
 * Says that it was reached, and holds a shell before its command until its marks have come, which each command has of its
 * own; without them it ends. Its only variable is one of the marks, so the command finds no trace of it, and no descriptor either.
 */
const gate = `echo >&${GATE_FD} && read -r FIRMLOOP_COMMAND <&${GATE_FD} && export $FIRMLOOP_COMMAND && exec /bin/sh -c "$1" ${GATE_FD}<&-`;

/** Nothing of a spare outlives this process: bwrap dies with its parent, and the gate with the pipe. */
export function keepSpares({ start, leave, keptMs = processTunables.spareMs }: SparesOptions): Spares {
  const kept = new Map<string, Spare>();
  let isClosed = false;

  /** Ends a spare by its gate, also one that has died by itself; one that was taken is none any more. */
  function drop(key: string, spare: Spare): void {
    if (kept.get(key) !== spare) return;
    kept.delete(key);
    clearTimeout(spare.expiry);
    spare.gate.destroy();
    leave(spare.lines);
  }

  return {
    take({ spareKey: key, marks }) {
      const spare = key === undefined ? undefined : kept.get(key);
      if (key === undefined || !spare?.isReady) return undefined;
      kept.delete(key);
      clearTimeout(spare.expiry);
      spare.gate.end(`${marks.join(' ')}\n`);
      return spare;
    },

    async keep(order) {
      const { spareKey: key, args } = order;
      if (key === undefined || kept.has(key) || isClosed) return;
      const started = await start({ ...order, args: args.toSpliced(-1, 0, gate, 'sh') });
      const pipe = started.child.stdio[GATE_FD];
      if (!(pipe instanceof Socket)) throw new Error('a spare was started without its gate');
      const expiry = setTimeout(() => drop(key, spare), keptMs);
      const spare: Spare = { ...started, gate: pipe, expiry, isReady: false };
      // Read to its end, so that the gate's end closes it.
      pipe
        .on('error', () => undefined)
        .on('data', () => {
          spare.isReady = true;
        });
      started.child.once('exit', () => drop(key, spare));
      // The oldest first; an equal one is there when two equal commands have ended at once.
      for (const other of kept) if (other[0] === key || kept.size >= processTunables.spares) drop(...other);
      kept.set(key, spare);
    },

    async close() {
      isClosed = true;
      const ended = [...kept.values()].map(({ child }) => once(child, 'exit'));
      for (const one of kept) drop(...one);
      await Promise.all(ended);
    },
  };
}
