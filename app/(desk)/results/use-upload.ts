'use client';

import { useState } from 'react';
import type { UploadFacts } from '#components/results/upload-form.tsx';

/** Sends files one after the other; `onDone` is told the import that they went into. */
export function useUpload(onDone: (href: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const [troubles, setTroubles] = useState<readonly string[]>([]);
  const upload = async (files: readonly File[], facts: UploadFacts): Promise<void> => {
    setBusy(true);
    setTroubles([]);
    const failed: string[] = [];
    let href: string | undefined;
    for (const file of files) {
      const sent = await send(file, facts);
      if ('href' in sent) href = sent.href;
      else failed.push(`${file.name}: ${sent.trouble}`);
    }
    setBusy(false);
    setTroubles(failed);
    if (href !== undefined && failed.length === 0) onDone(href);
  };
  return { isBusy, troubles, upload };
}

async function send(file: File, facts: UploadFacts): Promise<{ href: string } | { trouble: string }> {
  const known = Object.entries(facts).filter(([, value]) => value.trim() !== '');
  const query = new URLSearchParams([...known, ['name', file.name]]);
  try {
    const response = await fetch(`/api/results/import?${query}`, { method: 'POST', body: file });
    if (!response.ok) return { trouble: await response.text() };
    return (await response.json()) as { href: string };
  } catch {
    return { trouble: 'the server cannot be reached; try again' };
  }
}
