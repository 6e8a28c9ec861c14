import { z } from 'zod';
import type { Json } from '#lib/engine/json.ts';
import type { AgentTaskContract } from './contract.ts';
import type { FileEdit } from './edits.ts';

/** An edit as a language model writes it: every field is there, as strict schemas want it. */
const wireEdit = z.object({
  file: z.string().min(1).describe('Path of the file, relative to the project.'),
  find: z
    .string()
    .describe('The text to replace, copied exactly from the file; it must stand there once. Empty for a new file.'),
  replace: z.string().describe('What stands there instead. For a new file its whole content.'),
});

const wireEdits = z.array(wireEdit).min(1).max(100).describe('The changes of files, in order.');

/** The schema of what a model answers: the task's answer, with the edits where the task changes files. */
function wireSchema(contract: AgentTaskContract): z.ZodType {
  return contract.changes ? z.intersection(contract.answer, z.object({ edits: wireEdits })) : contract.answer;
}

type SchemaPart = { [key: string]: Json };

/** The JSON Schema that is sent: every property that is known is required and no other one is allowed, as strict endpoints demand. */
export function wireJsonSchema(contract: AgentTaskContract): SchemaPart {
  const answer = z.toJSONSchema(contract.answer, { io: 'output', target: 'draft-7' }) as SchemaPart;
  const { $schema, ...whole } = answer;
  if (!contract.changes) return strict(whole);
  const edits = z.toJSONSchema(wireEdits, { io: 'output', target: 'draft-7' }) as SchemaPart;
  const { $schema: _, ...list } = edits;
  const properties = whole.properties as SchemaPart;
  return strict({ ...whole, properties: { ...properties, edits: list } });
}

/** Whether a strict endpoint takes the schema: it knows no objects whose properties are not named. */
export function isStrict(schema: Json | undefined): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  const { type, properties: named } = schema as SchemaPart;
  return (type !== 'object' || typeof named === 'object') && Object.values(schema).every((part) => isStrict(part));
}

function strict(part: SchemaPart): SchemaPart {
  return clean(part) as SchemaPart;
}

/** Bounds that strict endpoints refuse go; they are checked when the answer comes. */
const unsupported: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'default',
  'pattern',
  'format',
  'propertyNames',
]);

function clean(value: Json): Json {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as SchemaPart).filter(([key]) => !unsupported.has(key));
  const kept = entries.map(([key, inner]) => [key, key === 'properties' ? properties(inner) : clean(inner)] as const);
  const made = Object.fromEntries(kept);
  return made.type === 'object' && typeof made.properties === 'object' && made.properties !== null
    ? { ...made, required: Object.keys(made.properties), additionalProperties: false }
    : made;
}

/** Names of properties are no keywords. */
function properties(value: Json): Json {
  return Object.fromEntries(Object.entries(value as SchemaPart).map(([name, inner]) => [name, clean(inner)]));
}

export type ReadAnswer<Contract extends AgentTaskContract> =
  | { readonly ok: true; readonly answer: z.output<Contract['answer']>; readonly edits: readonly FileEdit[] }
  /** What is wrong, as it is told to whoever answered. */
  | { readonly ok: false; readonly problems: string };

/** Reads an answer: the text as it is, without a fence around it, or the object in the middle of it. */
export function readAnswer<Contract extends AgentTaskContract>(contract: Contract, text: string): ReadAnswer<Contract> {
  const value = jsonIn(text);
  if (value === undefined) return { ok: false, problems: 'the answer holds no JSON object' };
  const parsed = wireSchema(contract).safeParse(value);
  if (!parsed.success) return { ok: false, problems: issuesOf(parsed.error) };
  const { edits, ...answer } = parsed.data as { edits?: z.output<typeof wireEdits> };
  return { ok: true, answer: answer as z.output<Contract['answer']>, edits: (edits ?? []).map(toEdit) };
}

function toEdit({ file, find, replace }: z.output<typeof wireEdit>): FileEdit {
  return find === '' ? { file, content: replace } : { file, find, replace };
}

function jsonIn(text: string): unknown {
  const fenced = [...text.matchAll(/```(?:json)?\s*\n([\s\S]*?)\n\s*```/g)].map(([, inside = '']) => inside);
  const braced = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  for (const candidate of [text, ...fenced, braced]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // The next form is tried.
    }
  }
  return undefined;
}

function issuesOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 10)
    .map(({ path, message }) => `${path.length === 0 ? 'the answer' : path.join('.')}: ${message}`)
    .join('; ');
}
