'use client';

import { useState } from 'react';
import { clip } from '#lib/format/clip.ts';
import { counted } from '#lib/format/count.ts';
import { visibleText } from '#lib/format/visible-text.ts';

export type SafeTextProps = {
  text: string;
  /** Code units shown before the rest must be asked for. */
  limit?: number;
};

/** Text from outside: hidden characters become visible, its direction stays its own, and great lengths are folded. */
export function SafeText({ text, limit = 600 }: SafeTextProps) {
  const [whole, setWhole] = useState(false);
  const { text: shown, rest } = whole ? { text, rest: 0 } : clip(text, limit);
  return (
    <bdi className="wrap-anywhere">
      {visibleText(shown)}
      {rest > 0 && (
        <button type="button" onClick={() => setWhole(true)} className="ml-1 rounded-sm px-1 text-busy underline">
          … {counted(rest, 'more character')}
        </button>
      )}
    </bdi>
  );
}
