import { type Identify, type Keyed, wantedKey } from './rekey.ts';

/** A test that a project has results of. */
export interface KnownTest extends Keyed {
  readonly id: string;
}

/** What a change of the rules means for the tests that are known. */
export interface RuledTests {
  /** Tests that come under a key which another rule gave them: their history goes on under this one. */
  readonly moves: readonly { readonly test: KnownTest; readonly key: string }[];
  /** Keys that several tests come under, which then are one. */
  readonly groups: readonly { readonly key: string; readonly tests: readonly KnownTest[] }[];
}

const ordinal = / \(\d+\)$/;

/**
 * Where the tests of a project go by a rule. Tests that a measurement told apart by their order stay apart: `s::a` and
 * `s::a (2)` are two. Pure; applying the expressions may take for ever, so the caller bounds it.
 */
export function ruledTests(tests: readonly KnownTest[], identify: Identify): RuledTests {
  const wanted = new Map(tests.map((test) => [test.id, wantedKey(identify, test)]));
  const byKey = new Map(tests.map((test) => [test.key, test]));
  const keyOf = (test: KnownTest): string => {
    const key = wanted.get(test.id) ?? test.key;
    const number = ordinal.exec(test.key)?.[0];
    if (number === undefined || test.name.trimEnd().endsWith(number.trim())) return key;
    const first = byKey.get(test.key.slice(0, -number.length));
    return first !== undefined && wanted.get(first.id) === key ? `${key}${number}` : key;
  };
  const isOfRun = ({ suite, key }: KnownTest): boolean => suite === '' && /^\(.*\)$/.test(key);
  const placed = tests.filter((test) => !isOfRun(test)).map((test) => ({ test, key: keyOf(test) }));
  const groups = [...Map.groupBy(placed, ({ key }) => key)]
    .filter(([, members]) => members.length > 1)
    .map(([key, members]) => ({ key, tests: members.map(({ test }) => test) }));
  return { moves: placed.filter(({ test, key }) => test.key !== key), groups };
}
