import type { Collector } from '../collector.ts';
import type { JunitCase } from './judge-case.ts';

type Counter = 'tests' | 'failures' | 'errors';

/** One open suite: its path from the outside, and what was counted inside it. */
interface OpenSuite {
  name: string;
  attributes: Readonly<Record<string, string>>;
  line: number;
  inside: Record<Counter, number>;
  own: number;
}

/** Follows the nesting of suites and compares each header with the elements inside it. */
export interface SuiteHeaders {
  open(element: string, attributes: Readonly<Record<string, string>>, line: number): void;
  close(): void;
  count(testCase: JunitCase): void;
  /** Names of the open suites, outermost first, without the root's. */
  path(): string[];
}

export function createSuiteHeaders(collector: Collector): SuiteHeaders {
  const suites: OpenSuite[] = [];
  return {
    open(element, attributes, line) {
      const name = element === 'testsuites' ? '' : (attributes.name ?? '');
      suites.push({ name, attributes, line, inside: { tests: 0, failures: 0, errors: 0 }, own: 0 });
    },
    close() {
      const suite = suites.pop();
      if (suite !== undefined) compare(suite);
    },
    count({ verdicts }) {
      for (const { inside } of suites) {
        inside.tests += 1;
        if (verdicts.some(({ element }) => element === 'failure')) inside.failures += 1;
        if (verdicts.some(({ element }) => element === 'error')) inside.errors += 1;
      }
      const innermost = suites.at(-1);
      if (innermost !== undefined) innermost.own += 1;
    },
    path: () => suites.map(({ name }) => name).filter((name) => name !== ''),
  };

  /** Some writers count nested suites in the outer header, some do not: both agree. */
  function compare({ name, attributes, line, inside, own }: OpenSuite): void {
    for (const counter of ['tests', 'failures', 'errors'] as const) {
      const said = attributes[counter];
      if (said === undefined || Number(said) === inside[counter]) continue;
      if (counter === 'tests' && Number(said) === own) continue;
      if (counter !== 'tests' && own !== inside.tests) continue;
      const what = name === '' ? 'the header' : `the header of suite "${name}"`;
      collector.warn(
        line,
        `${what} says ${counter}="${said}", ${inside[counter]} are inside; the elements were counted`,
      );
    }
  }
}
