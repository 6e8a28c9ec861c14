import { listen } from '#server/db/listen.ts';

/** What a page is told: a run (or a talk with a board) moved, something was written to its log, or the connection to the database changed. */
export type Hint = { readonly kind: 'run' | 'log'; readonly runId: string } | { readonly kind: 'connected' | 'lost' };

/** One database connection that listens for all pages of this process. A hint says where to look; rows are the truth. */
export interface Hub {
  /**
   * Hints for one run, or for all, from the moment of the call on. Ends with the signal, which must come. At most one hint
   * of a kind waits: it says everything.
   */
  hints(runId: string | null, signal: AbortSignal): AsyncGenerator<Hint>;
  /** The same for one talk with a board, by its session: something was said, or it was opened or closed. */
  consoleHints(session: string, signal: AbortSignal): AsyncGenerator<Hint>;
  /**
   * Calls back when somebody's rights may have changed, also when such news may have been missed; answers with what stops it.
   */
  onAccessChange(listener: () => void): () => void;
  readonly connected: boolean;
}

export function createHub(databaseUrl: string, signal: AbortSignal): Hub {
  const listeners = new Set<(hint: Hint) => void>();
  const consoleListeners = new Set<(hint: Hint) => void>();
  const accessListeners = new Set<() => void>();
  let connected = false;
  const tell = (hint: Hint): void => {
    for (const listener of listeners) listener(hint);
  };
  const tellConsoles = (hint: Hint): void => {
    for (const listener of consoleListeners) listener(hint);
  };
  const tellAccess = (): void => {
    for (const listener of accessListeners) listener();
  };
  const turn = (now: boolean): void => {
    connected = now;
    tell({ kind: now ? 'connected' : 'lost' });
    tellConsoles({ kind: now ? 'connected' : 'lost' });
  };
  void listen(databaseUrl, {
    channels: ['firmloop_run', 'firmloop_log', 'firmloop_access', 'firmloop_console', 'firmloop_board_work'],
    onMessage: (channel, payload) => {
      if (channel === 'firmloop_access') return tellAccess();
      const runId = payload.slice(0, 36);
      if (channel === 'firmloop_console' || channel === 'firmloop_board_work')
        return tellConsoles({ kind: 'log', runId });
      tell({ kind: channel === 'firmloop_log' ? 'log' : 'run', runId });
    },
    onConnected: () => {
      turn(true);
      tellAccess();
    },
    onLost: () => turn(false),
    signal,
  });
  return {
    hints: (runId, until) => hintsOf(listeners, runId, until),
    consoleHints: (session, until) => hintsOf(consoleListeners, session, until),
    onAccessChange: (listener) => {
      accessListeners.add(listener);
      return () => accessListeners.delete(listener);
    },
    get connected() {
      return connected;
    },
  };
}

/** Listens at once: the body of a generator would only begin to when its first hint is asked for. */
function hintsOf(listeners: Set<(hint: Hint) => void>, runId: string | null, until: AbortSignal): AsyncGenerator<Hint> {
  const waiting = new Map<string, Hint>();
  let wake = (): void => undefined;
  const listener = (hint: Hint): void => {
    if ('runId' in hint && runId !== null && hint.runId !== runId) return;
    waiting.set('runId' in hint ? `${hint.kind}:${hint.runId}` : 'connection', hint);
    wake();
  };
  const stop = (): void => {
    listeners.delete(listener);
    wake();
  };
  listeners.add(listener);
  until.addEventListener('abort', stop, { once: true });
  if (until.aborted) stop();

  async function* drain(): AsyncGenerator<Hint> {
    try {
      while (!until.aborted) {
        if (waiting.size === 0) await new Promise<void>((resolve) => (wake = resolve));
        const hints = [...waiting.values()];
        waiting.clear();
        yield* hints;
      }
    } finally {
      until.removeEventListener('abort', stop);
      stop();
    }
  }
  return drain();
}
