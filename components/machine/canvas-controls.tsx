'use client';

import { Panel, useReactFlow } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { IconButton } from '#components/ui/icon-button.tsx';

/** Zoom, and the whole machine at once. */
export function CanvasControls() {
  const flow = useReactFlow();
  return (
    <Panel position="bottom-left" className="m-2! flex gap-1 rounded-md border bg-surface">
      <IconButton icon={Plus} label="Zoom in" onClick={() => flow.zoomIn()} />
      <IconButton icon={Minus} label="Zoom out" onClick={() => flow.zoomOut()} />
      <IconButton icon={Maximize} label="Show the whole machine" onClick={() => flow.fitView({ padding: 0.03 })} />
    </Panel>
  );
}
