import type { AnyStateNode } from 'xstate';
import type { MachineDefinition } from './definition.ts';
import type { Json } from './json.ts';
import { statePath } from './state-path.ts';

/** What of a stored run decides whether a definition can go on with it. */
export interface StoredPlace {
  readonly machine: string;
  readonly machineVersion: number;
  /** XState's value. */
  readonly stateValue: Json;
}

/** What a person can do about a run that needs a migration. */
export const migrationNext = 'Start a program that has it on this database, or abort the run.';

/** The definition that moves a run on, or why none does: the run needs a migration. */
export type Fit =
  | { readonly ok: true; readonly definition: MachineDefinition }
  /** `why` is ready to follow "the run". */
  | { readonly ok: false; readonly why: string };

/**
 * Whether a stored run can be moved on. `definition` is the machine of the run's version, null when that is not installed.
 * A run in a state that the definition does not have stays as it is: a guess where it should stand would lose its work.
 */
export function fitOf(definition: MachineDefinition | null, run: StoredPlace): Fit {
  const { machine, machineVersion, stateValue } = run;
  if (definition === null)
    return { ok: false, why: `was made with ${machine} version ${machineVersion}, which is not installed here` };
  if (hasState(definition.machine.root, stateValue)) return { ok: true, definition };
  const why = `stands in ${statePath(stateValue)}, a state that ${machine} version ${machineVersion} does not have here`;
  return { ok: false, why };
}

function hasState(node: AnyStateNode, value: Json): boolean {
  if (typeof value === 'string') return Object.hasOwn(node.states, value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const inner = Object.entries<Json | undefined>(value);
  return (
    inner.length > 0 &&
    inner.every(([key, below]) => {
      const child: AnyStateNode | undefined = Object.hasOwn(node.states, key) ? node.states[key] : undefined;
      return child !== undefined && below !== undefined && hasState(child, below);
    })
  );
}
