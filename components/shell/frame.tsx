import type { ReactNode } from 'react';
import { BottomBar } from './bottom-bar.tsx';
import { Rail } from './rail.tsx';
import type { Place, PlaceId } from './types.ts';

export type FrameProps = {
  places: readonly Place[];
  current: PlaceId | null;
  onGo: (href: string) => void;
  topBar: ReactNode;
  children: ReactNode;
};

/** What stands around every page. */
export function Frame({ places, current, onGo, topBar, children }: FrameProps) {
  'use memo';
  return (
    <div className="flex min-h-dvh">
      <a href="#main" className="sr-only z-50 bg-ink px-3 py-2 text-ink-inverse focus:not-sr-only focus:fixed">
        Skip to content
      </a>
      <Rail places={places} current={current} />
      <div className="flex min-w-0 flex-1 flex-col">
        {topBar}
        <main id="main" tabIndex={-1} className="min-w-0 max-w-400 flex-1 px-4 pt-4 pb-8 outline-none max-md:pb-20">
          {children}
        </main>
      </div>
      <BottomBar places={places} current={current} onGo={onGo} />
    </div>
  );
}
