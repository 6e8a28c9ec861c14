'use client';

import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { LazyPart } from './lazy-part.tsx';

/**
 * A part of the first screenful whose program only some pages need. Drawn along with the page it is in its place from the
 * first; in a boundary, React would send the fallback before it, and all below would jump. What comes later is a lazy part.
 */
export function PlacedPart({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const isFirstPaint = useSyncExternalStore(never, no, yes);
  const [cameAlong] = useState(isFirstPaint);
  return cameAlong ? children : <LazyPart fallback={fallback}>{children}</LazyPart>;
}

const never = () => () => undefined;
const no = () => false;
const yes = () => true;
