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
  /** Keeps none any more; settles when those that were kept, or on their way, have ended. */
  close(): Promise<void>;
}

export interface SparesOptions {
  /** Starts a child for an order, with a pipe for descriptor 4. Rejects, and starts none, once the signal came. */
  readonly start: (order: SpawnOrder, closed: AbortSignal) => Promise<Started>;
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
 * Carries the marks around the command, as bwrap does at an ordinary start: one that wipes its environment is found by
 * them. Signals are left to the command, its status is given back, and what a shell says of a signal is not heard.
 */
const holder = 'trap : HUP INT TERM; exec 3>&2 2>/dev/null; (exec /bin/sh -c "$1" 2>&3 3>&-); exit $?';

/**
 * Says that it was reached, and holds a shell before its command until its marks have come, which each command has of
 * its own; without them it ends. Its only variable is one of the marks, so the command finds no trace of it, and no
 * descriptor either.
 */
const gate = [
  `echo >&${GATE_FD} && read -r FIRMLOOP_COMMAND <&${GATE_FD} && export $FIRMLOOP_COMMAND`,
  `exec /bin/sh -c '${holder}' sh "$1" ${GATE_FD}<&-`,
].join(' && ');

/** Nothing of a spare outlives this process: bwrap dies with its parent, and the gate with the pipe. */
export function keepSpares({ start, leave, keptMs = processTunables.spareMs }: SparesOptions): Spares {
  const kept = new Map<string, Spare>();
  const coming = new Set<Promise<void>>();
  const closed = new AbortController();

  /** Ends a spare by its gate, also one that has died by itself; one that was taken is none any more. */
  function drop(key: string, spare: Spare): void {
    if (kept.get(key) !== spare) return;
    kept.delete(key);
    clearTimeout(spare.expiry);
    spare.gate.destroy();
    leave(spare.lines);
  }

  async function make(key: string, order: SpawnOrder): Promise<void> {
    const started = await start({ ...order, args: order.args.toSpliced(-1, 0, gate, 'sh') }, closed.signal);
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
    // There is one when two equal commands have ended at once.
    const equal = kept.get(key);
    if (equal !== undefined) drop(key, equal);
    const [oldest] = kept;
    if (oldest !== undefined && kept.size >= processTunables.spares) drop(...oldest);
    kept.set(key, spare);
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
      const { spareKey: key } = order;
      if (key === undefined || kept.has(key) || closed.signal.aborted) return;
      const made = make(key, order);
      coming.add(made);
      await made.finally(() => coming.delete(made));
    },

    async close() {
      closed.abort();
      await Promise.allSettled(coming);
      const ended = [...kept.values()].map(({ child }) => once(child, 'exit'));
      for (const one of kept) drop(...one);
      await Promise.all(ended);
    },
  };
}
