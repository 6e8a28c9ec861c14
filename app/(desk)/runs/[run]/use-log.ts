'use client';

import { useEffect, useRef, useState } from 'react';
import { emptyLog, grown, type LogText } from '#lib/format/log-text.ts';
import { useTRPCClient } from '../../../_lib/trpc.ts';
import { usePaced } from '../../../_lib/use-paced.ts';

/** Where reading of a log stands: the next chunk, and a decoder that keeps the half of a character at a chunk's end. */
interface Cursor {
  next: number | undefined;
  readonly decoder: TextDecoder;
}

/** What of a log the page holds. */
export interface HeldLog {
  /** Undefined before the first answer. */
  readonly text: LogText | undefined;
  /** Reads what follows; undefined for the end of a log, which is followed by itself. */
  readonly readOn: (() => void) | undefined;
}

/**
 * An activity's log as it grows: each piece is sent once. It begins with its last pieces, or at a chunk and is then read on
 * only when asked. Use with a key per activity and chunk.
 */
export function useLog(activityId: string, hints: EventTarget, from: number | null): HeldLog {
  const client = useTRPCClient();
  const [log, setLog] = useState<LogText>();
  const [cursor] = useState<Cursor>(() => ({ next: from ?? undefined, decoder: new TextDecoder() }));
  const leaving = useRef(new AbortController());
  const readOn = usePaced(async () => {
    for (let more = true; more && !leaving.current.signal.aborted; ) {
      const { next } = cursor;
      const piece = await client.runs.log.query({ activityId, ...(next !== undefined && { next }) });
      cursor.next = piece.next;
      const text = cursor.decoder.decode(bytesOf(piece.base64), { stream: true });
      setLog((before) => grown(before ?? emptyLog, text, before === undefined ? piece.skipped : 0));
      more = from === null && piece.more;
    }
  });
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    readOn();
    if (from === null) hints.addEventListener('grown', readOn, { signal: here.signal });
    return () => here.abort();
  }, [hints, readOn, from]);
  return { text: log, readOn: from === null ? undefined : readOn };
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
