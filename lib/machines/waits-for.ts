import type { Wait } from '#lib/engine/definition.ts';
import { machineOf } from './registry.ts';

/** Whom or what a run of this machine waits for in this state. Machines wait for people unless their view says otherwise. */
export function waitsFor(machine: string, state: string): Wait {
  return machineOf(machine)?.view[state]?.waits ?? { what: 'a person', person: true };
}
