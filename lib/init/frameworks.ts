import { knownPatterns } from '#lib/results/pattern/known.ts';
import type { PatternSettings } from '#lib/results/pattern/options.ts';
import type { ResultFormat } from '#lib/results/types.ts';

/** How results are read, as far as is known without running the tests. */
export interface ResultsGuess {
  readonly format: ResultFormat;
  readonly pattern: PatternSettings | null;
  /** Files to read; none means the output. */
  readonly files: readonly string[];
  /** Why this one, in words that follow "since". */
  readonly because: string;
}

interface Framework {
  readonly name: string;
  readonly header: RegExp;
  readonly format: ResultFormat;
  readonly pattern?: PatternSettings | undefined;
}

const patternWith = (part: string) => knownPatterns.find(({ summary }) => summary?.includes(part));

/** Unity comes late: larger frameworks and mocks bring its headers along. */
const frameworks: readonly Framework[] = [
  { name: 'GoogleTest', header: /^gtest\/gtest\.h$/, format: 'gtest' },
  { name: 'Catch', header: /^(?:catch\.hpp|catch2\/.*)$|\/catch\.hpp$/, format: 'catch' },
  { name: 'CppUTest', header: /^CppUTest\//, format: 'cpputest' },
  { name: 'Check', header: /^check\.h$/, format: 'check' },
  { name: 'CUnit', header: /(?:^|\/)CUnit\.h$/, format: 'cunit' },
  { name: 'utest.h', header: /(?:^|\/)utest\.h$/, format: 'gtest' },
  { name: 'greatest', header: /(?:^|\/)greatest\.h$/, format: 'pattern', pattern: patternWith('fail:') },
  { name: 'Zephyr ztest', header: /^(?:zephyr\/)?ztest\.h$/, format: 'ztest' },
  { name: 'cmocka', header: /^cmocka\.h$/, format: 'pattern', pattern: patternWith('test\\(s\\)') },
  { name: 'minctest', header: /^minctest\.h$/, format: 'pattern', pattern: patternWith('ALL|SOME') },
  { name: 'Unity', header: /(?:^|\/)unity(?:_fixture)?\.h$/, format: 'unity' },
];

/** The format of the framework whose header the tests include; null when none is known. */
export function frameworkFormat(includes: ReadonlySet<string>): ResultsGuess | null {
  for (const { name, header, format, pattern = null } of frameworks) {
    const found = [...includes].find((include) => header.test(include));
    if (found === undefined) continue;
    return { format, pattern, files: [], because: `the tests include ${found} (${name})` };
  }
  return null;
}
