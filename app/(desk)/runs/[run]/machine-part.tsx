'use client';

import { MachineDiagram } from '#components/machine/machine-diagram.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import type { Outputs } from '../../../_lib/trpc.ts';

type Props = {
  page: Outputs['runs']['page'];
  selected: string | null;
  onSelect: (state: string | null) => void;
};

/** Where is it, and which way did it come? */
export function MachinePart({ page: { detail, machine }, selected, onSelect }: Props) {
  if (machine !== null) return <MachineDiagram view={machine} selected={selected} onSelect={onSelect} />;
  return (
    <ErrorState
      what={`The machine ${detail.machine} of this run is not installed here.`}
      next="The run can be read and replayed; start the version of the program that it was made with to go on."
    />
  );
}
