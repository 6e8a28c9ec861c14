import fc from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema that contracts come down to. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/**
 * Any value that a contract's schema allows. What goes well is likelier than what fails (the first of a choice, `true`,
 * an empty list, a ratio of 1), so that random runs get far; every other value still comes up.
 */
export function anyOutput(schema: z.ZodType): fc.Arbitrary<unknown> {
  return anyOf(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema);
}

function anyOf(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return firstLikelier(choices.map(anyOf));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return firstLikelier(schema.enum.map((value) => fc.constant(value)));
  return byType[schema.type ?? 'null']?.(schema) ?? fc.constant(null);
}

const byType: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
  null: () => fc.constant(null),
  boolean: () => firstLikelier([fc.constant(true), fc.constant(false)]),
  string: ({ minLength = 0, maxLength = 20 }) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.string({ minLength: Math.max(1, minLength), maxLength: Math.min(8, maxLength) }) },
      { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
    ),
  integer: ({ minimum = 0, maximum = 40 }) =>
    fc.noBias(fc.integer({ min: Math.max(minimum, 0), max: Math.min(maximum, 40) })),
  number: ({ minimum = 0, maximum = 1 }) =>
    firstLikelier([
      fc.constant(Math.min(1, maximum)),
      fc.double({ min: Math.max(minimum, -100), max: Math.min(maximum, 100), noNaN: true }),
    ]),
  array: ({ items = {}, maxItems = 3 }) =>
    firstLikelier([fc.constant([]), fc.array(anyOf(items), { maxLength: maxItems, minLength: 1 })]),
  object: ({ properties = {} }) =>
    fc.record(Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, anyOf(value)]))),
};

function firstLikelier(choices: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> {
  return fc.oneof(...choices.map((arbitrary, index) => ({ arbitrary, weight: index === 0 ? 40 : 1 })));
}
