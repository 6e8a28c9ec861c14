/** The parts of JSON Schema that the schema of `firmloop.yaml` consists of. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaNode | boolean;
  readonly propertyNames?: SchemaNode;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
}

/** The schema of the setting at a path. Where several forms are allowed, the written value decides which one is meant. */
export function schemaAt(
  root: SchemaNode,
  path: readonly (string | number)[],
  written: unknown,
): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  let value = written;
  for (const part of path) {
    if (node === undefined) return undefined;
    node = childOf(formOf(node, value), part);
    value = memberOf(value, part);
  }
  return node;
}

/** The form of a setting that a value is written in: the branch whose type and fixed words it matches best. */
export function formOf(node: SchemaNode, value: unknown): SchemaNode {
  const branches = node.anyOf ?? node.oneOf;
  if (!branches) return node;
  const fitting = branches.filter(({ type }) => type === undefined || [type].flat().includes(typeOf(value)));
  const chosen = fitting.find((branch) => matchesWords(branch, value)) ?? fitting[0] ?? branches.at(-1);
  return chosen === undefined ? node : formOf(chosen, value);
}

/** The names that are allowed at this place; empty for a list, a plain value, or a map with names of its own. */
export function knownKeys(node: SchemaNode | undefined): readonly string[] {
  const names = Object.keys(node?.properties ?? {});
  return names.length > 0 ? names : (node?.propertyNames?.enum ?? []).map(String);
}

/** The member of a written value, of own properties only. */
export function memberOf(value: unknown, part: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
  const member: unknown = Reflect.get(value, part);
  return member;
}

/** Whether a written value is a group of settings, not a list and not a plain value. */
export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function childOf(node: SchemaNode, part: string | number): SchemaNode | undefined {
  if (typeof part === 'number') return node.items;
  if (node.properties && Object.hasOwn(node.properties, part)) return node.properties[part];
  return typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
}

function matchesWords(branch: SchemaNode, value: unknown): boolean {
  const fixed = Object.entries(branch.properties ?? {}).filter(([, child]) => child.const !== undefined || child.enum);
  const given = fixed.filter(([key]) => memberOf(value, key) !== undefined);
  return (
    given.length > 0 && given.every(([key, child]) => (child.enum ?? [child.const]).includes(memberOf(value, key)))
  );
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}
