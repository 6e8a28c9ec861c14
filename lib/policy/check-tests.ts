import { type FileDiff, pathOf } from '#lib/diff/parsed-diff.ts';
import type { ChangedLine } from './changed-lines.ts';
import { excerpt, linesShowing } from './check-constructs.ts';
import { checkTestRuns, type OtherRun } from './check-test-runs.ts';
import type { Sign } from './constructs.ts';
import { languageOf } from './languages.ts';
import { type Finding, refusal } from './policy.ts';
import { protectedMatcher, testPatterns } from './protected.ts';

interface Weakening extends Pick<Sign, 'change' | 'reads' | 'pattern'> {
  readonly because: string;
}

/** Ways to make a test pass without mending anything. */
const weakenings: readonly Weakening[] = [
  {
    because: 'the test is skipped',
    change: 'added',
    reads: 'code',
    pattern:
      /\b(?:TEST_IGNORE\w*|IGNORE_TEST|GTEST_SKIP|DISABLED_\w+|ztest_test_skip|TEST_SKIP\w*|SKIPm?\s*\(|UTEST_SKIP|pytest\.mark\.(?:skip|xfail)\w*|unittest\.skip\w*|Skip If|TEST_PASS\w*)/,
  },
  {
    because: 'an assertion is gone',
    change: 'fewer',
    reads: 'code',
    pattern:
      /\b(?:TEST_ASSERT\w*|TEST_FAIL\w*|(?:ASSERT|EXPECT|CHECK|REQUIRE)\w*|CU_(?:ASSERT|FAIL|TEST)\w*|FAILm?(?=\s*\()|zassert\w*|ck_assert\w*|assert\w*|Should )/,
  },
  {
    because: 'a test case is gone',
    change: 'fewer',
    reads: 'code',
    pattern:
      /\b(?:RUN_(?:TEST|SUITE)\w*|TEST(?:_F|_P|_CASE|_GROUP)?|UTEST(?:_F|_I)?|CU_(?:add_test|ADD_TEST|add_suite\w*|register_\w+)|ZTEST\w*|START_TEST|tcase_add_test|TCase_add)\s*\(|^\s*(?:static\s+)?(?:TEST|SUITE)\s+\w+\s*\(|\bdef test_\w+/,
  },
];

const isTest = protectedMatcher(testPatterns);

/** Finds tests that are deleted or weakened, protected or not, and tests that drop out of a build file. */
export function checkTests(file: FileDiff, lines: readonly ChangedLine[]): Finding[] {
  const path = pathOf(file);
  if (vanishes(file)) return [refusal('test-deleted', file.oldPath, 'a test may not be deleted or moved away')];
  if (isTest(path) && file.oldPath !== null)
    return weakenings.flatMap((weakening) =>
      linesShowing(weakening, lines).map((line) => weakened(path, line, weakening.because)),
    );
  return languageOf(path) === 'build' ? [...droppedTests(path, lines), ...otherRuns(file, lines)] : [];
}

/** A test that moves to another place for tests stays one. */
function vanishes({ kind, oldPath, newPath }: FileDiff): boolean {
  if (oldPath === null || !isTest(oldPath)) return false;
  return kind === 'delete' || (kind === 'rename' && !isTest(newPath ?? ''));
}

/** A word with "test" in it that a build file's changed lines no longer hold. */
function droppedTests(path: string, lines: readonly ChangedLine[]): Finding[] {
  const kept = new Set(lines.filter(({ kind }) => kind === 'add').flatMap(testWords));
  return lines
    .filter((line) => line.kind === 'delete' && testWords(line).some((word) => !kept.has(word)))
    .map((line) => weakened(path, line, 'the build no longer names a test here'));
}

/** Neither comments nor the messages of recipes name tests. */
function testWords({ text }: ChangedLine): string[] {
  const code = text
    .replace(/(?:^|\s)#.*$/, '')
    .replace(/((?:^\t|&&)\s*[@+-]*)(?:echo|printf)\s(?:"(?:\\.|[^"\\])*"|'[^']*'|[^"'|;&<>])*/g, '$1');
  return code.split(/[^\w./-]+/).filter((word) => namesTest.test(word));
}

/** "test" in a name, but where it only ends another word. */
const namesTest = /(?<!(?<![a-z])(?:la|con|at|fas|grea|pro|de|shor))test/i;

function otherRuns(file: FileDiff, lines: readonly ChangedLine[]): Finding[] {
  return checkTestRuns(file, lines).map(({ line, because }) => weakened(pathOf(file), line, because));
}

function weakened(path: string, { kind, line, text }: OtherRun['line'], because: string): Finding {
  const side = kind === 'add' ? 'new' : 'old';
  return { rule: 'test-weakened', severity: 'refuse', path, line, side, message: `${because}: ${excerpt(text)}` };
}
