import type { createIdentity } from './identity.ts';

/** What a test's key is made of. */
export interface Keyed {
  readonly key: string;
  readonly suite: string;
  readonly name: string;
}

export type Identify = ReturnType<typeof createIdentity>;

/** The key that a test asks for by a rule; where several tests of one measurement ask for it, they are numbered. */
export function wantedKey(identify: Identify, test: Keyed): string {
  const part = partOf(test);
  if (part === null) return identify(test.suite, test.name);
  return `${part}: ${identify(test.suite.slice(part.length + 1), test.name)}`;
}

/** Of several parts of a run's tests, each puts its name before suite and key. */
function partOf({ key, suite }: Keyed): string | null {
  const at = key.indexOf(': ');
  const part = key.slice(0, Math.max(at, 0));
  return part !== '' && (suite === part || suite.startsWith(`${part}/`)) ? part : null;
}

/**
 * Tests of one measurement under another rule. Those about the run as a whole keep their keys; two that ask for the same key
 * are numbered in their order, as where they were read.
 */
export function rekeyed<Test extends Keyed & { readonly origin: string }>(
  tests: readonly Test[],
  identify: Identify,
): Test[] {
  const taken = new Set(tests.flatMap(({ origin, key }) => (origin === 'run' ? [key] : [])));
  const numbers = new Map<string, number>();
  return tests.map((test) => {
    if (test.origin === 'run') return test;
    const wanted = wantedKey(identify, test);
    let key = wanted;
    while (taken.has(key)) {
      const number = (numbers.get(wanted) ?? 1) + 1;
      numbers.set(wanted, number);
      key = `${wanted} (${number})`;
    }
    taken.add(key);
    return { ...test, key };
  });
}
