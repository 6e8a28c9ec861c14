'use client';

import { useReactFlow } from '@xyflow/react';
import { useCallback, useEffect } from 'react';
import type { MachineView } from './types.ts';

/** The smallest scale at which the names of states can still be read. */
const legible = 0.8;

/** How long the view takes to follow, in milliseconds. */
const pace = 120;

/** Shows the whole machine where it stays legible, else the part around the current state; follows when the state changes. */
export function useCurrentInSight(view: MachineView): () => void {
  const flow = useReactFlow();
  const current = view.nodes.find((node) => node.current);
  const x = current && current.x + current.width / 2;
  const y = current && current.y + current.height / 2;
  const show = useCallback(
    (duration: number) => {
      void flow.fitView({ padding: 0.03, maxZoom: 1 }).then(() => {
        if (flow.getZoom() >= legible || x === undefined || y === undefined) return;
        void flow.setCenter(x, y, { zoom: legible, duration });
      });
    },
    [flow, x, y],
  );
  useEffect(() => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (flow.viewportInitialized) show(still ? 0 : pace);
  }, [flow, show]);
  return useCallback(() => show(0), [show]);
}
