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

/** An activity's log as it grows: each piece is sent once. Undefined before the first answer. Use with a key per activity. */
export function useLog(activityId: string, hints: EventTarget): LogText | undefined {
  const client = useTRPCClient();
  const [log, setLog] = useState<LogText>();
  const [cursor] = useState<Cursor>(() => ({ next: undefined, decoder: new TextDecoder() }));
  const leaving = useRef(new AbortController());
  const readOn = usePaced(async () => {
    for (let more = true; more && !leaving.current.signal.aborted; ) {
      const { next } = cursor;
      const piece = await client.runs.log.query({ activityId, ...(next !== undefined && { next }) });
      cursor.next = piece.next;
      const text = cursor.decoder.decode(bytesOf(piece.base64), { stream: true });
      setLog((before = emptyLog) => grown(before, text, piece.skipped));
      ({ more } = piece);
    }
  });
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    readOn();
    hints.addEventListener('grown', readOn, { signal: here.signal });
    return () => here.abort();
  }, [hints, readOn]);
  return log;
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
