'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';

export type WhenSeenProps = {
  /** Somebody asks for it: it is drawn at once. */
  now?: boolean;
  /** Stands in until then; of about the same height. */
  fallback: ReactNode;
  children: ReactNode;
};

/** So far ahead of the reader things are made ready. */
const ahead = '200px';

/** What lies below the screen, drawn when the reader comes near: what it needs is not part of the first load. */
export function WhenSeen({ now = false, fallback, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || place.current === null) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: ahead },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [seen]);
  return <div ref={place}>{seen || now ? children : fallback}</div>;
}
