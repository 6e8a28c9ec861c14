import { troubled } from '../../recovery/trouble.ts';
import type { Edge, OutputOf } from '../../wiring.ts';
import { missing } from '../../words.ts';
import { recovery } from './place.ts';

/** What keeps a build from being prepared: a tool chain that is not there, or anything else. `path` is the state's, dotted. */
export function unprepared(path: string): readonly Edge<OutputOf<'prepare-build'>>[] {
  return [
    {
      when: (_, output) => output.missing.length > 0,
      to: recovery,
      label: 'tool chain missing',
      because: (_, output) => missing(output.missing),
      change: (_, output) => troubled('TOOLCHAIN_MISSING', path, missing(output.missing)),
    },
    {
      when: (_, { ok }) => !ok,
      to: recovery,
      label: 'not ready',
      because: (_, { reason }) => `the build cannot be prepared: ${reason}`,
      change: (_, { reason }) => troubled('BUILD_FAILURE', path, reason),
    },
  ];
}
