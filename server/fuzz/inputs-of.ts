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
  readonly minItems?: number;
}

/** Inputs that a procedure's own schema mostly takes, so that the code behind it is reached. `ids` are those of real things. */
export function inputsOf(inputs: readonly unknown[], ids: readonly string[]): fc.Arbitrary<unknown> {
  const schemas = inputs.filter((input) => input instanceof z.ZodType);
  if (schemas.length === 0) return fc.constant(undefined);
  const parts = schemas.map((schema) =>
    valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, ids),
  );
  return fc.tuple(...parts).map((values) => (values.length === 1 ? values[0] : Object.assign({}, ...values)));
}

function valuesOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return fc.oneof(...several.map((one) => valuesOf(one, ids)));
  if (schema.allOf !== undefined)
    return fc.tuple(...schema.allOf.map((one) => valuesOf(one, ids))).map((all) => Object.assign({}, ...all));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  return kinds[schema.type ?? '']?.(schema, ids) ?? fc.jsonValue({ maxDepth: 2 });
}

const kinds: Readonly<Record<string, (schema: Schema, ids: readonly string[]) => fc.Arbitrary<unknown>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: (schema) => fc.integer(bounds(schema)),
  number: (schema) => fc.integer(bounds(schema)),
  string: ({ format, minLength = 0 }, ids) =>
    fc.oneof(
      fc.constantFrom(...(samples[format ?? ''] ?? ids)),
      fc.string({ unit: 'grapheme', minLength, maxLength: minLength + 12 }),
    ),
  array: ({ items, minItems = 0 }, ids) =>
    fc.array(typeof items === 'object' ? valuesOf(items, ids) : fc.jsonValue({ maxDepth: 1 }), {
      minLength: minItems,
      maxLength: minItems + 2,
    }),
  object: ({ properties = {}, required = [], additionalProperties }, ids) => {
    const known = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner, ids)]));
    const record = fc.record(known, { requiredKeys: required.filter((name) => name in known) });
    if (typeof additionalProperties !== 'object') return record;
    const more = fc.dictionary(fc.string({ maxLength: 12 }), valuesOf(additionalProperties, ids), { maxKeys: 3 });
    return fc.tuple(record, more).map(([named, others]) => ({ ...others, ...named }));
  },
};

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
