import { configJsonSchema } from './json-schema.ts';
import type { ReadConfig } from './parse.ts';
import { showPath } from './problem.ts';
import type { ConfigurableMachine } from './schema.ts';
import { formOf, isGroup, memberOf, type SchemaNode } from './schema-node.ts';

/** One setting as it holds. `value` is as a person would write it (`10m`, not milliseconds); null when it is not set. */
export interface ConfigRow {
  readonly path: string;
  readonly value: unknown;
  readonly from: 'file' | 'default' | 'launch';
  readonly description: string;
}

/** Every setting that holds for a project, given or default, in the order of the schema: what `firmloop config` prints. */
export function explainConfig<Machine extends ConfigurableMachine>(read: ReadConfig<Machine>): ConfigRow[] {
  const { written, config, overridden } = read;
  return rowsOf(configJsonSchema(config.machine), [], { written, resolved: config, overridden });
}

interface Place {
  readonly written: unknown;
  readonly resolved: unknown;
  readonly overridden: readonly string[];
}

function rowsOf(node: SchemaNode, path: readonly (string | number)[], place: Place): ConfigRow[] {
  const { written, resolved } = place;
  const given = written ?? node.default;
  const form = formOf(node, isGroup(given) ? resolved : given);
  const children = childrenOf(form, written, resolved);
  if (children.length > 0)
    return children.flatMap(({ part, node: child }) =>
      rowsOf(child, [...path, part], {
        ...place,
        written: memberOf(written, part),
        resolved: memberOf(resolved, part),
      }),
    );
  return [
    {
      path: showPath(path),
      value: written ?? defaultOf(node, resolved),
      from: written === undefined ? 'default' : sourceOf(path, place.overridden),
      description: node.description ?? form.description ?? '',
    },
  ];
}

/** A group is shown setting by setting, a map by its own names, a list of groups by position. */
function childrenOf(
  form: SchemaNode,
  written: unknown,
  resolved: unknown,
): { part: string | number; node: SchemaNode }[] {
  if (form.properties && (isGroup(written) || isGroup(resolved)))
    return Object.entries(form.properties).map(([part, node]) => ({ part, node }));
  const { additionalProperties: member, items } = form;
  if (typeof member === 'object' && isGroup(written))
    return Object.keys(written).map((part) => ({ part, node: member }));
  if (items && Array.isArray(written) && written.some(isGroup))
    return written.map((_, part) => ({ part, node: items }));
  return [];
}

/** A duration's or size's default is shown as the schema writes it, anything else as it was resolved (a preset changes defaults). */
function defaultOf(node: SchemaNode, resolved: unknown): unknown {
  return typeof resolved === 'number' && typeof node.default === 'string'
    ? node.default
    : (resolved ?? node.default ?? null);
}

function sourceOf(path: readonly (string | number)[], overridden: readonly string[]): 'file' | 'launch' {
  const shown = showPath(path);
  const launched = overridden.some(
    (prefix) => shown === prefix || shown.startsWith(`${prefix}.`) || shown.startsWith(`${prefix}[`),
  );
  return launched ? 'launch' : 'file';
}
