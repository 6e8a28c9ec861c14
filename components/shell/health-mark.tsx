'use client';

import { lazy, Suspense, useState } from 'react';
import { LazyTrigger } from '#components/ui/lazy-trigger.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { StackHealth } from './types.ts';

const load = () => import('./health-parts.tsx');
const HealthParts = lazy(() => load().then((module) => ({ default: module.HealthParts })));

export type HealthMarkProps = { health: StackHealth };

/** The stack's health in a word; its parts behind it. */
export function HealthMark({ health }: HealthMarkProps) {
  const [used, setUsed] = useState(false);
  const button = (
    <button
      type="button"
      aria-label={`Health of the stack: ${health.word}`}
      className="flex h-7 items-center rounded-md px-1.5 hover:bg-sunken"
    >
      <ToneMark tone={health.tone} className="max-md:[&>span]:sr-only">
        {health.word}
      </ToneMark>
    </button>
  );
  const trigger = (
    <LazyTrigger popup="dialog" onNear={load} onOpen={() => setUsed(true)}>
      {button}
    </LazyTrigger>
  );
  if (!used) return trigger;
  return (
    <Suspense fallback={trigger}>
      <HealthParts health={health} trigger={button} />
    </Suspense>
  );
}
