'use client';

import { useState } from 'react';

/** Asks for something that settles with the reason of a refusal, or with nothing when it was taken; `onTaken` is called then. */
export function useAsking(onTaken?: () => void) {
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  return {
    pending,
    /** Of what was asked last. */
    refusal,
    async ask(answer: Promise<string | undefined>): Promise<void> {
      setPending(true);
      const refused = await answer;
      setPending(false);
      setRefusal(refused);
      if (refused === undefined) onTaken?.();
    },
    forget: () => setRefusal(undefined),
  };
}
