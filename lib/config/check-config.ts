import type { Contradiction } from './checks/check.ts';
import { contradictionsIn } from './checks/contradictions.ts';
import { didYouMean } from './did-you-mean.ts';
import { complaintsOf } from './issue-text.ts';
import { configJsonSchema } from './json-schema.ts';
import type { Complaint } from './problem.ts';
import {
  type ConfigOf,
  type ConfigurableMachine,
  configSchemas,
  configurableMachines,
  isConfigurable,
} from './schema.ts';
import { memberOf } from './schema-node.ts';

export type CheckedConfig<Machine extends ConfigurableMachine> =
  | { readonly ok: true; readonly config: ConfigOf<Machine>; readonly complaints: readonly Complaint[] }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

/** Checks a value as it was written, fills in the defaults and looks for contradictions. */
export function checkConfig(written: unknown): CheckedConfig<'firmware-loop'> {
  const checked = checkConfigOf('firmware-loop', written);
  if (!checked.ok) return checked;
  const contradictions = contradictionsIn(checked.config);
  const fatal = contradictions.some(({ severity }: Contradiction) => severity === 'error');
  return fatal ? { ok: false, complaints: contradictions } : { ...checked, complaints: contradictions };
}

/** Checks a value as it was written for a machine, and fills in the defaults. */
export function checkConfigOf<Machine extends ConfigurableMachine>(
  wanted: Machine,
  written: unknown,
): CheckedConfig<Machine> {
  const machine = memberOf(written, 'machine');
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return refused(notAMap(written));
  if (!isConfigurable(machine)) return refused(unknownMachine(machine));
  if (machine !== wanted) return refused(otherMachine(machine, wanted));
  const parsed = configSchemas[wanted].safeParse(written);
  return parsed.success
    ? { ok: true, config: parsed.data as ConfigOf<Machine>, complaints: [] }
    : { ok: false, complaints: complaintsOf(parsed.error, configJsonSchema(wanted), written) };
}

function refused(complaint: Complaint): { readonly ok: false; readonly complaints: readonly Complaint[] } {
  return { ok: false, complaints: [complaint] };
}

function otherMachine(machine: string, wanted: string): Complaint {
  return {
    path: ['machine'],
    at: 'value',
    message: `the project is run by \`${machine}\`, and this is for \`${wanted}\``,
    suggestion: '`firmloop run` starts what the file names.',
  };
}

function notAMap(written: unknown): Complaint {
  const found =
    written === null || written === undefined ? 'empty' : Array.isArray(written) ? 'a list' : 'a plain value';
  return {
    path: [],
    at: 'value',
    message: `the file is ${found}; it must hold settings as \`name: value\``,
    suggestion: 'Begin with `machine: firmware-loop`; `firmloop init` writes a complete example.',
  };
}

function unknownMachine(machine: unknown): Complaint {
  const available = `Available: ${configurableMachines.join(', ')}.`;
  if (machine === undefined)
    return {
      path: [],
      at: 'value',
      message: '`machine` is missing',
      suggestion: `Add \`machine: firmware-loop\`. ${available}`,
    };
  const near = didYouMean(String(machine), configurableMachines);
  return {
    path: ['machine'],
    at: 'value',
    message: `the machine \`${String(machine)}\` cannot be configured by a file`,
    suggestion: near === undefined ? available : `Did you mean \`${near}\`? ${available}`,
  };
}
