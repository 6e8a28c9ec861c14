'use client';

import { useEffect, useState } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { AskEffect, Deed, DeedEffect } from './steer-types.ts';

export type EffectPreviewProps = {
  /** Null while what belongs to it is not given. */
  deed: Deed | null;
  onAsk: AskEffect;
  /** Tells whether the run would take it. */
  onAnswer?: ((taken: boolean) => void) | undefined;
};

/** Typing rests for so long before the run is asked, milliseconds. */
const rest = 250;

/** What the run itself says a deed would do to it, asked anew whenever the deed changes. */
export function EffectPreview({ deed, onAsk, onAnswer }: EffectPreviewProps) {
  const [effect, setEffect] = useState<DeedEffect>();
  const asked = JSON.stringify(deed);
  useEffect(() => {
    const wanted = JSON.parse(asked) as Deed | null;
    let still = true;
    onAnswer?.(false);
    setEffect(undefined);
    if (wanted === null) return;
    const timer = setTimeout(async () => {
      const answer = await onAsk(wanted).catch((error: unknown) => failed(error));
      if (!still) return;
      setEffect(answer);
      onAnswer?.(answer.taken);
    }, rest);
    return () => {
      still = false;
      clearTimeout(timer);
    };
  }, [asked, onAsk, onAnswer]);
  if (deed === null) return null;
  return (
    <section aria-label="What it will do" aria-live="polite" className="flex min-h-12 flex-col gap-1 text-sm">
      {effect === undefined && <Skeleton className="w-2/3" />}
      {effect?.taken === false && <Notice tone="attention">{effect.why}</Notice>}
      {effect?.taken && (
        <ul className="list-disc pl-5 marker:text-ink-muted">
          {effect.effects.map((words) => (
            <li key={words}>
              <SafeText text={words} />
            </li>
          ))}
          {effect.findings.map(({ rule, path, line, message }) => (
            <li key={`${rule} ${path} ${line} ${message}`}>
              policy <span className="tabular">{rule}</span>
              {path !== null && ` in ${path}${line === null ? '' : `:${line}`}`}:{' '}
              <SafeText text={message} limit={200} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function failed(error: unknown): DeedEffect {
  return { taken: false, why: error instanceof Error ? error.message : String(error) };
}
