import fc from 'fast-check';
import { z } from 'zod';

/** What this reads of a JSON schema; zod writes more, which only makes fewer inputs valid. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
}

/** The ids that stand for real things in an input. */
export interface RealIds {
  /** Of any kind. */
  readonly all: readonly string[];
  /** Those that fit a field, by its path such as `choices.folder`; none where nothing is known of the field. */
  at(path: string): readonly string[];
}

/** Inputs that a procedure's own schema takes, naming real things wherever it asks for one, so that the code behind it is reached. */
export function inputsOf(inputs: readonly unknown[], ids: RealIds): fc.Arbitrary<unknown> {
  const schemas = inputs.filter((input) => input instanceof z.ZodType);
  if (schemas.length === 0) return fc.constant(undefined);
  const parts = schemas.map((schema) =>
    valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, '', ids),
  );
  return fc.tuple(...parts).map((values) => (values.length === 1 ? values[0] : Object.assign({}, ...values)));
}

function valuesOf(schema: Schema, path: string, ids: RealIds): fc.Arbitrary<unknown> {
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return fc.oneof(...several.map((one) => valuesOf(one, path, ids)));
  if (schema.allOf !== undefined)
    return fc.tuple(...schema.allOf.map((one) => valuesOf(one, path, ids))).map((all) => Object.assign({}, ...all));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  return kinds[schema.type ?? '']?.(schema, path, ids) ?? fc.jsonValue({ maxDepth: 2 });
}

const kinds: Readonly<Record<string, (schema: Schema, path: string, ids: RealIds) => fc.Arbitrary<unknown>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: (schema, path, ids) => {
    const real = ids.at(path).map(Number).filter(Number.isSafeInteger);
    return real.length > 0 ? fc.constantFrom(...real) : fc.integer(bounds(schema));
  },
  number: (schema) => fc.integer(bounds(schema)),
  string: (schema, path, ids) => {
    const real = ids.at(path);
    return real.length > 0 ? fc.constantFrom(...real) : textOf(schema, ids);
  },
  array: ({ items, minItems = 0 }, path, ids) =>
    fc.array(typeof items === 'object' ? valuesOf(items, path, ids) : fc.jsonValue({ maxDepth: 1 }), {
      minLength: minItems,
      maxLength: minItems + 2,
    }),
  object: ({ properties = {}, required = [], additionalProperties }, path, ids) => {
    const known = Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [
        name,
        valuesOf(inner, path === '' ? name : `${path}.${name}`, ids),
      ]),
    );
    const record = fc.record(known, { requiredKeys: required.filter((name) => name in known) });
    if (typeof additionalProperties !== 'object') return record;
    const more = fc.dictionary(fc.string({ maxLength: 12 }), valuesOf(additionalProperties, path, ids), { maxKeys: 3 });
    return fc.tuple(record, more).map(([named, others]) => ({ ...others, ...named }));
  },
};

/** Of a field of which only the form is known. */
function textOf(
  { format = '', pattern, minLength = 0, maxLength = 12 }: Schema,
  { all }: RealIds,
): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.constantFrom(...all.filter((id) => id.length === 36));
  if (samples[format] !== undefined) return fc.constantFrom(...samples[format]);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  const longest = Math.min(maxLength, minLength + 12);
  return fc.oneof(fc.constantFrom(...all), fc.string({ unit: 'grapheme', minLength, maxLength: longest }));
}

const samples: Readonly<Record<string, readonly string[]>> = {
  email: ['ada@example.org', 'eve@example.org'],
  uri: ['http://127.0.0.1:1/hook', 'https://127.0.0.1:1/'],
  date: ['2026-11-28', '1999-12-31'],
  'date-time': ['2026-11-28T00:00:00Z', '1999-12-31T23:59:59.999+14:00'],
};

function bounds({ minimum, exclusiveMinimum, maximum }: Schema): { min: number; max: number } {
  const min = Math.max(-1_000, Math.ceil(minimum ?? (exclusiveMinimum === undefined ? -3 : exclusiveMinimum + 1)));
  return { min, max: Math.max(min, Math.min(maximum ?? 1_000, min + 1_000)) };
}
