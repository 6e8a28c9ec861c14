import type { z } from 'zod';
import { didYouMean } from './did-you-mean.ts';
import { type Complaint, showPath } from './problem.ts';
import { formOf, knownKeys, memberOf, type SchemaNode, schemaAt } from './schema-node.ts';

type Issue = z.core.$ZodIssue;
type Path = (string | number)[];

/** Says what a schema found wrong: the setting, what was expected, an example, and the nearest known word. */
export function complaintsOf(error: z.ZodError, schema: SchemaNode, written: unknown): Complaint[] {
  return error.issues.flatMap((issue) => complaints(issue, [], { schema, written }));
}

interface Source {
  readonly schema: SchemaNode;
  readonly written: unknown;
}

function complaints(issue: Issue, above: Path, source: Source): Complaint[] {
  const path = [...above, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  const unknown = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : [];
  if (unknown.length > 0) return unknown.map((key) => unknownKey(path, key, source));
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((branch) =>
      branch.every(({ code, path: inner }) => inner.length > 0 || code === 'unrecognized_keys'),
    );
    if (meant) return meant.flatMap((inner) => complaints(inner, path, source));
  }
  return [wrongValue(issue, path, source)];
}

function unknownKey(path: Path, key: string, { schema, written }: Source): Complaint {
  const around = schemaAt(schema, path, written);
  const known = around ? knownKeys(formOf(around, valueAt(written, path))) : [];
  const near = didYouMean(key, known);
  const place = path.length === 0 ? 'the file' : `\`${showPath(path)}\``;
  return {
    path: [...path, key],
    at: 'key',
    message: `\`${key}\` is not a setting of ${place}`,
    suggestion: near === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean \`${near}\`?`,
  };
}

function wrongValue(issue: Issue, path: Path, { schema, written }: Source): Complaint {
  const value = valueAt(written, path);
  const node = schemaAt(schema, path, written);
  const setting = path.length === 0 ? 'the file' : `\`${showPath(path)}\``;
  if (value === undefined) {
    const expected = options(issue);
    const message = `${setting} is missing${expected === undefined ? '' : `: one of ${expected.join(', ')}`}`;
    return withSuggestion({ path, at: 'value', message }, [node?.description, example(node)]);
  }
  const expected = options(issue);
  const near = typeof value === 'string' && expected ? didYouMean(value, expected) : undefined;
  return withSuggestion({ path, at: 'value', message: `${setting} ${sentence(issue, value)}` }, [
    near && `Did you mean \`${near}\`?`,
    expected ? undefined : example(node),
  ]);
}

function sentence(issue: Issue, value: unknown): string {
  const demanded = demand(issue);
  return issue.code === 'invalid_key' || demanded.startsWith('must not ')
    ? demanded
    : `${demanded}, not ${show(value)}`;
}

/** What the setting must be, by kind of issue; the schemas' own messages already begin with "must". */
function demand(issue: Issue): string {
  const expected = options(issue);
  if (expected) return expected.length === 1 ? `must be ${expected[0]}` : `must be one of ${expected.join(', ')}`;
  if (issue.message.startsWith('must ')) return issue.message;
  if (issue.code === 'invalid_type') return `must be ${typeWords[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? 'must have another name';
  if ('minimum' in issue) return `must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
  if ('maximum' in issue) return `must be ${issue.inclusive ? 'at most' : 'below'} ${issue.maximum}`;
  return `must be valid (${issue.message})`;
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings',
  record: 'a group of named settings',
};

function options(issue: Issue): string[] | undefined {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options)
    ? issue.options.map(String)
    : undefined;
}

function example(node: SchemaNode | undefined): string | undefined {
  const examples = node?.examples?.map((each) => `\`${typeof each === 'string' ? each : JSON.stringify(each)}\``);
  return examples && examples.length > 0 ? `For example ${examples.join(' or ')}.` : undefined;
}

function show(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a group of settings';
  if (typeof value !== 'string') return String(value);
  return value.length > 60 ? `"${value.slice(0, 60)}…"` : `"${value}"`;
}

function valueAt(written: unknown, path: Path): unknown {
  return path.reduce<unknown>(memberOf, written);
}

function withSuggestion(complaint: Complaint, sentences: readonly (string | undefined)[]): Complaint {
  const suggestion = sentences.filter((sentence) => sentence !== undefined && sentence !== '').join(' ');
  return suggestion === '' ? complaint : { ...complaint, suggestion };
}
