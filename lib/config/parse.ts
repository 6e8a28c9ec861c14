import { checkConfig } from './check-config.ts';
import { type Problem, toProblem } from './problem.ts';
import type { Config } from './schema.ts';
import { readYaml } from './yaml-document.ts';

/** What was written and what it came to; `firmloop config` shows the difference. */
export interface ReadConfig {
  readonly config: Config;
  /** The file's content before checking and defaults. */
  readonly written: unknown;
  /** Settings that a launch put in place of the file's, as paths such as `limits.max_iterations`. */
  readonly overridden: readonly string[];
}

/** With `ok` the problems are warnings; without it at least one is an error. */
export type ConfigAnswer =
  | ({ readonly ok: true; readonly problems: readonly Problem[] } & ReadConfig)
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a `firmloop.yaml`. Never throws, whatever the text; problems come in the order of the file. */
export function parseConfig(text: string): ConfigAnswer {
  const read = readYaml(text);
  if ('problems' in read) return { ok: false, problems: read.problems };
  const { document } = read;
  const checked = checkConfig(document.value);
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
