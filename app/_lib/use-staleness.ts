'use client';

import { useEffect, useState } from 'react';

/** How long the stream may be gone before the page says that it is behind, milliseconds. */
const patienceMs = 3_000;
/** A stream that ended is opened anew after so long. */
const reopenMs = 1_000;

/** A page's stream as the API client reports it. */
export interface LiveStream {
  readonly status: 'idle' | 'connecting' | 'pending' | 'error';
  readonly reset: () => void;
}

export interface Staleness {
  /** `live` means that changes arrive. */
  readonly connection: 'connecting' | 'live' | 'reconnecting';
  /** When the data on the screen was last known to be true, epoch milliseconds; null while it is true now. */
  readonly behindSince: number | null;
}

/**
 * Whether what a page shows is true. A page whose stream was gone is behind until it has read everything again, so that
 * nothing that happened meanwhile is missing.
 */
export function useStaleness(stream: LiveStream, databaseLost: boolean, reread: () => Promise<unknown>): Staleness {
  const { status, reset } = stream;
  const connected = status === 'pending' && !databaseLost;
  const [wasLive, setWasLive] = useState(false);
  const [behindSince, setBehindSince] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reading again follows the connection, not the function's identity
  useEffect(() => {
    if (!connected) {
      const since = Date.now();
      const patience = setTimeout(() => setBehindSince((was) => was ?? since), patienceMs);
      return () => clearTimeout(patience);
    }
    let still = true;
    setWasLive(true);
    reread().then(
      () => still && setBehindSince(null),
      () => undefined,
    );
    return () => {
      still = false;
    };
  }, [connected]);
  useEffect(() => {
    if (status !== 'error' && status !== 'idle') return;
    const reopening = setTimeout(reset, reopenMs);
    return () => clearTimeout(reopening);
  }, [status, reset]);
  return { connection: connected ? 'live' : wasLive ? 'reconnecting' : 'connecting', behindSince };
}
