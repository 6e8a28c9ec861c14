/** Names of test frameworks' macros: Unity, GoogleTest, Catch, CppUTest, Check, CUnit, utest.h, greatest, ztest and plain assert. */
export const TEST_MACRO = String.raw`(?:TEST_\w+|RUN_(?:TEST|SUITE)\w*|UNITY_\w+|ASSERT_\w+|EXPECT_\w+|CHECK\w*|REQUIRE\w*|TEST(?:_F|_P|_CASE)?|UTEST\w*|GREATEST_\w+|CU_(?:ASSERT|TEST|PASS|FAIL|ADD)\w*|zassert\w*|ZTEST\w*|ck_assert\w*|assert)`;

/** What test programs of C compare and end with. */
export const COMPARED = '(?:EXIT_SUCCESS|EXIT_FAILURE|(?:str|strn|strcase|strncase|mem)cmp)';

/** What they print, begin and abort with; firmware often has its own. */
export const STANDARD = '(?:main|[fv]?printf|f?puts|putchar|abort)';

/** A number, or what prints one. */
const N = String.raw`(?:\d+|%[-+.\w]+)`;

/** Totals as test suites print them, with their case: a device counts packets that passed, and tests itself. */
export const TOTALS = [
  String.raw`\b(?:[Aa]ll [Tt]ests (?:[Pp]assed|PASSED|[Ss]ucceeded)|ALL TESTS (?:PASSED|SUCCEEDED))\b`,
  String.raw`${N}%{0,2} (?:tests?|TESTS?) (?:passed|succeeded|PASSED)\b`,
  String.raw`(?<![Ss]elf[ -])\bTests (?:[Pp]assed|failed|succeeded): ?[%\d]|(?:["']|\\n)tests passed: ?[%\d]`,
  String.raw`(?<![a-z] )\bPASSED: ?[%\d]|\bPassed: ?${N},? +[Ff]ailed: ?${N}`,
  String.raw`${N}/${N} (?:tests? )?(?:passed|succeeded|PASSED)\b`,
  String.raw`\b0 Failures\b|${N} Tests ${N} Failures\b`,
  String.raw`${N} tests?, ${N} (?:failures?|passed, ${N} failed)\b`,
  // CUnit, greatest and prove.
  String.raw`\bRun Summary:|  Test: .* \.\.\.|\bPass: ${N}, fail: |\bResult: PASS\b`,
].join('|');
