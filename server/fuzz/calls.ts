import fc from 'fast-check';
import { appRouter } from '#server/api/app-router.ts';
import { type ProcedureName, ruleOf } from '#server/api/permissions.ts';
import type { ThingKind } from '#server/store/place-of.ts';
import { hostileValue, replacedAt } from './hostile-values.ts';
import { inputsOf, type RealIds } from './inputs-of.ts';

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

/** What calls can name: ids of each kind, one's own, others' and such as nothing has. */
export type Things = Readonly<Record<ThingKind | 'site' | 'person', readonly string[]>>;

/** So many calls, the same for the same seed: each procedure as often as any other, in no order. */
export function calls(
  things: Things,
  people: readonly string[],
  { seed, many }: { seed: number; many: number },
): Call[] {
  const numRuns = Math.ceil(many / procedures.length);
  const all = procedures.flatMap(([name, procedure], index) =>
    fc.sample(callOf(name, procedure, things, people), { seed: seed + index, numRuns }),
  );
  const [mixed = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { seed, numRuns: 1 });
  return mixed.slice(0, many);
}

/** A call of a procedure, most often with one thing wrong. */
function callOf(name: string, { _def }: Procedure, things: Things, people: readonly string[]): fc.Arbitrary<Call> {
  const valid = inputsOf(_def.inputs, realIds(name as ProcedureName, things));
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
}

/** A field names what the rule of its procedure says, else what it is called after: `projectId` and `project` a project. */
function realIds(name: ProcedureName, things: Things): RealIds {
  const { of } = ruleOf(name);
  const subjects = new Map(typeof of === 'string' ? [] : Object.entries(of).map(([kind, path]) => [path, kind]));
  return {
    all: Object.values(things).flat(),
    at(path) {
      const field = path.slice(path.lastIndexOf('.') + 1).replace(/Ids?$/, '');
      const kind = subjects.get(path) ?? field;
      return Object.hasOwn(things, kind) ? things[kind as keyof Things] : [];
    },
  };
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
