'use client';

import { useRef, useState } from 'react';
import { toBase64 } from '#components/console/feed.ts';
import { useTRPCClient } from '../../../../_lib/trpc.ts';

/** Keys that are pressed within so many milliseconds go together. */
const gatherMs = 15;

/** Hands on what is typed, in order: the next words wait until those before have arrived. */
export function useTyping(
  board: string,
  session: string,
): { readonly type: (text: string) => void; readonly error: string | null } {
  const client = useTRPCClient();
  const [error, setError] = useState<string | null>(null);
  const waiting = useRef('');
  const isSending = useRef(false);

  async function send(): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    try {
      while (waiting.current !== '') {
        await new Promise((resolve) => setTimeout(resolve, gatherMs));
        const text = waiting.current;
        waiting.current = '';
        await client.consoles.say.mutate({ board, session, bytes: toBase64(text) });
      }
    } catch (cause) {
      waiting.current = '';
      setError(cause instanceof Error ? cause.message : String(cause));
    } finally {
      isSending.current = false;
    }
  }

  return {
    error,
    type(text) {
      waiting.current += text;
      void send();
    },
  };
}
