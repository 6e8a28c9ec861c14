import { expect, test } from 'vitest';
import { change } from './testing/diffs.ts';
import { judge } from './testing/judge.ts';

/** A project whose tests may be changed, so that nothing but what a change does to them counts. */
const findings = (removed: string[], added: string[]) =>
  judge(change('tests/a.c', removed, added), { protect: [] }).findings.map(({ rule }) => rule);

test.each<[string, string[], string[]]>([
  ['CUnit, an assertion', ['  CU_ASSERT_EQUAL(n, 3);'], []],
  ['CUnit, an assertion that passes anyway', ['  CU_ASSERT_FATAL(ok);'], ['  CU_PASS("ok");']],
  ['CUnit, an assertion by its other name', ['  CU_TEST(ok);'], []],
  ['CUnit, a test', ['  CU_add_test(suite, "wrap", wrap);'], []],
  ['CUnit, a test by its macro', ['  CU_ADD_TEST(suite, wrap);'], []],
  ['utest.h, a test', ['UTEST(ring, wrap) {'], ['void wrap(void) {']],
  ['utest.h, a test with a fixture', ['UTEST_F(ring, wrap) {'], ['void wrap(void) {']],
  ['utest.h, a skipped test', [], ['  UTEST_SKIP("later");']],
  ['greatest, a test', ['TEST wrap(void) {'], ['int wrap(void) {']],
  ['greatest, a test that is run no more', ['  RUN_TEST(wrap);'], []],
  ['greatest, a suite that is run no more', ['  RUN_SUITE(ring);'], []],
  ['greatest, an assertion', ['  ASSERT_EQ(3, n);'], []],
  ['greatest, a skipped test', [], ['  SKIPm("later");']],
])('of %s is missed', (_, removed, added) => {
  expect(findings(removed, added)).toContain('test-weakened');
});

test.each<[string, string[], string[]]>([
  ['an assertion that asks more', ['  CU_ASSERT_TRUE(n);'], ['  CU_ASSERT_EQUAL(n, 3);']],
  ['a new test of CUnit', [], ['  CU_ADD_TEST(suite, wrap);']],
  ['a new test of utest.h', [], ['UTEST(ring, wrap) { ASSERT_EQ(3, n); }']],
  ['a new test of greatest', [], ['TEST wrap(void) {', '  ASSERT_EQ(3, n);', '  PASS();', '}']],
])('%s is welcome', (_, removed, added) => {
  expect(findings(removed, added)).toEqual([]);
});
