'use client';

import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs';
import { writtenValue } from '#lib/launch/written-value.ts';
import { parseAsChanges } from '../../_lib/parse-as-changes.ts';
import type { Inputs } from '../../_lib/trpc.ts';

const fields = {
  project: parseAsString.withDefault(''),
  run: parseAsInteger,
  preset: parseAsString.withDefault('STANDARD'),
  with: parseAsChanges.withDefault({}),
  max: parseAsString.withDefault(''),
};

/** What the lab replays, kept in the address: whoever gets the link sees the same answer. */
export function useLabAddress() {
  const [address, set] = useQueryStates(fields);
  const { project, run, preset, with: changes, max } = address;
  const criteria: NonNullable<Inputs['lab']['replay']['criteria']> = {
    preset,
    changes: Object.fromEntries(Object.entries(changes).map(([name, text]) => [name, writtenValue(text)])),
    ...(/^\d{1,4}$/.test(max.trim()) && { maxIterations: Number(max) }),
  };
  const input: Inputs['lab']['replay'] = {
    criteria,
    ...(project !== '' && { projectId: project }),
    ...(run !== null && { run }),
  };
  return {
    ...address,
    changes,
    input,
    criteria,
    set: (change: Partial<typeof address>) => void set(change),
    /** An emptied field is what it was. */
    setChange(name: string, text: string) {
      const { [name]: _, ...others } = changes;
      void set({ with: text.trim() === '' ? others : { ...others, [name]: text } });
    },
  };
}
