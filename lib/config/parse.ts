import { type CheckedConfig, checkConfig, checkConfigOf } from './check-config.ts';
import { type Problem, toProblem } from './problem.ts';
import { type ConfigOf, type ConfigurableMachine, isConfigurable } from './schema.ts';
import { memberOf } from './schema-node.ts';
import { readYaml } from './yaml-document.ts';

/** What was written and what it came to; `firmloop config` shows the difference. */
export interface ReadConfig<Machine extends ConfigurableMachine = 'firmware-loop'> {
  readonly config: ConfigOf<Machine>;
  /** The file's content before checking and defaults. */
  readonly written: unknown;
  /** Settings that a launch put in place of the file's, as paths such as `limits.max_iterations`. */
  readonly overridden: readonly string[];
}

/** With `ok` the problems are warnings; without it at least one is an error. */
export type ConfigAnswer<Machine extends ConfigurableMachine = 'firmware-loop'> =
  | ({ readonly ok: true; readonly problems: readonly Problem[] } & ReadConfig<Machine>)
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads the `firmloop.yaml` of a firmware loop. Never throws, whatever the text; problems come in the order of the file. */
export function parseConfig(text: string): ConfigAnswer {
  return parse(text, checkConfig);
}

/** Reads the `firmloop.yaml` of any machine in the same way. */
export function parseConfigOf<Machine extends ConfigurableMachine>(
  machine: Machine,
  text: string,
): ConfigAnswer<Machine> {
  return parse(text, (written) => checkConfigOf(machine, written));
}

/** The machine that a file names, where it is one that can be configured; the firmware loop otherwise, whose check says what is wrong. */
export function machineNamedIn(text: string): ConfigurableMachine {
  const read = readYaml(text);
  const named = 'problems' in read ? undefined : memberOf(read.document.value, 'machine');
  return isConfigurable(named) ? named : 'firmware-loop';
}

function parse<Machine extends ConfigurableMachine>(
  text: string,
  check: (written: unknown) => CheckedConfig<Machine>,
): ConfigAnswer<Machine> {
  const read = readYaml(text);
  if ('problems' in read) return { ok: false, problems: read.problems };
  const { document } = read;
  const checked = check(document.value);
  const problems = checked.complaints
    .map((complaint) => toProblem(complaint, document.locate(complaint.path, complaint.at)))
    .sort(byPlace);
  return checked.ok
    ? { ok: true, problems, config: checked.config, written: document.value, overridden: [] }
    : { ok: false, problems };
}

function byPlace(one: Problem, other: Problem): number {
  return one.line - other.line || one.column - other.column;
}
