import fc from 'fast-check';
import { appRouter } from '#server/api/app-router.ts';
import { hostileValue, replacedAt } from './hostile-values.ts';
import { inputsOf } from './inputs-of.ts';

/** One call of the API. */
export interface Call {
  /** What stands behind `/api/trpc/`; not always a procedure. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** JSON text, or what only looks like it. */
  readonly input: string | undefined;
  /** Which of the people asks. */
  readonly by: string;
}

type Procedure = { readonly _def: { readonly type: string; readonly inputs: readonly unknown[] } };

/** Every procedure of the router, found by walking it: one that is added later is called too. */
export const procedures = Object.entries(appRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>);

/** Calls of every procedure, most of them with one thing wrong; `ids` are those of real things, one's own and others'. */
export function calls(ids: readonly string[], people: readonly string[]): fc.Arbitrary<Call> {
  const each = procedures.map(([name, { _def }]) => {
    const valid = inputsOf(_def.inputs, ids);
    const input = fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .tuple(valid, fc.nat(), hostileValue)
          .map((parts) => replacedAt(...parts))
          .map(textOf),
      },
      { weight: 2, arbitrary: valid.map(textOf) },
      { weight: 1, arbitrary: hostileValue.map(textOf) },
      { weight: 1, arbitrary: fc.constantFrom('', '{', 'null', '[]', '{"a":1', '"\\ud800"', '\0', 'é', '{"json":{}}') },
    );
    const method = _def.type === 'mutation' ? ('POST' as const) : ('GET' as const);
    return fc.record({
      path: fc.oneof({ weight: 40, arbitrary: fc.constant(name) }, { weight: 1, arbitrary: strangePath(name) }),
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('GET' as const, 'POST' as const) },
      ),
      input,
      by: fc.constantFrom(...people),
    });
  });
  return fc.oneof(...each);
}

function strangePath(name: string): fc.Arbitrary<string> {
  return fc.constantFrom(
    `${name}.x`,
    `${name},${name}?batch=1`,
    name.split('.')[0] ?? '',
    '__proto__',
    'constructor.constructor',
    'runs.__proto__',
    '%00',
    '..%2f..%2fetc%2fpasswd',
    'x'.repeat(3_000),
    '%',
  );
}

function textOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}
