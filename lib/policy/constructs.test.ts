import { describe, expect, test } from 'vitest';
import type { ConstructRule } from './rules.ts';
import { change } from './testing/diffs.ts';
import { judge } from './testing/judge.ts';

const answer = (path: string, line: string, before: string[] = []) => {
  const { allowed, findings } = judge(change(path, before, [line]));
  return { allowed, rules: findings.map(({ rule }) => rule) };
};

describe('what firmware says and builds is not refused', () => {
  test.each([
    ['src/a.c', '  printf("packets passed: %lu\\n", n);'],
    ['src/a.c', '  log("self tests passed");'],
    ['src/a.c', '  log("%d self tests passed", n);'],
    ['src/a.c', '  log("Self tests passed: %d", n);'],
    ['src/a.c', '  puts("x"); // all tests passed'],
    ['src/a.c', '  puts("x"); /* ok 1 - ALL TESTS PASSED, 12/12 passed */'],
    ['src/a.c', '  log("%d failures", n);'],
    ['Makefile', 'CFLAGS += -UNDEBUG'],
    ['src/a.c', '#undef NDEBUG'],
    ['src/a.c', '#define ASSERT(c) check(c)'],
    ['src/cu.c', 'void CU_Init(void) {'],
    ['src/a.c', '  log("Passed: %lu, dropped: %lu", p, d);'],
  ])('in %s, %s is left alone', (path, line) => {
    expect(answer(path, line)).toEqual({ allowed: true, rules: [] });
  });

  test.each<[string, string, ConstructRule]>([
    ['src/log.h', '#define printf SEGGER_RTT_printf', 'standard-redefined'],
    ['src/log.h', '#define putchar(c) uart_putc(c)', 'standard-redefined'],
    ['src/log.h', '#undef printf', 'standard-redefined'],
    ['src/fault.h', '#define abort() reset()', 'standard-redefined'],
    ['Makefile', 'CFLAGS += -Dmain=app_main', 'standard-redefined'],
    ['CMakeLists.txt', 'set(CMAKE_BUILD_TYPE MinSizeRel)', 'build-type'],
    ['CMakeLists.txt', '  set(CMAKE_BUILD_TYPE "MinSizeRel" CACHE STRING "" FORCE)', 'build-type'],
    ['meson.build', "project('fw', 'c', default_options: ['buildtype=minsize'])", 'build-type'],
    ['arm.cmake', 'set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm)', 'test-launcher'],
  ])('in %s, %s is a risk: %s', (path, line, rule) => {
    expect(answer(path, line)).toEqual({ allowed: true, rules: [rule] });
  });

  test('nor is a line that switched assertions off before', () => {
    expect(answer('Makefile', 'CFLAGS = -Os -DNDEBUG', ['CFLAGS = -O2 -DNDEBUG'])).toEqual({
      allowed: true,
      rules: [],
    });
  });
});

describe('what passes for a test is refused', () => {
  test.each<[string, string, ConstructRule]>([
    ['src/a.c', '  puts("ALL TESTS PASSED");', 'forged-test-output'],
    ['src/a.c', '  puts("All tests passed (12 assertions in 3 test cases)");', 'forged-test-output'],
    ['src/a.c', '  puts("12/12 passed");', 'forged-test-output'],
    ['src/a.c', '  printf("%u/%u tests succeeded\\n", n, n);', 'forged-test-output'],
    ['src/a.c', '  puts("100% tests passed, 0 tests failed out of 5");', 'forged-test-output'],
    ['src/a.c', '  puts("3 Tests 0 Failures 0 Ignored");', 'forged-test-output'],
    ['src/a.c', '  printf("%d Tests %d Failures %d Ignored", n, 0, 0);', 'forged-test-output'],
    ['src/a.c', '  puts("0 Failures");', 'forged-test-output'],
    ['src/a.c', '  puts("PASSED: 12");', 'forged-test-output'],
    ['src/a.c', '  puts("Passed: 12, Failed: 0");', 'forged-test-output'],
    ['src/a.c', '  printf("\\ntests passed: %3d\\n", n);', 'forged-test-output'],
    ['src/a.c', '  puts("3 tests, 3 passed, 0 failed");', 'forged-test-output'],
    ['src/a.c', '  puts("Run Summary:    Type  Total    Ran Passed Failed Inactive");', 'forged-test-output'],
    ['src/a.c', '  puts("  Test: wrap ...passed");', 'forged-test-output'],
    ['src/a.c', '  printf("Pass: %u, fail: %u, skip: 0.\\n", n, 0u);', 'forged-test-output'],
    ['src/a.c', '  puts("Pass: 34, fail: 0, skip: 0.");', 'forged-test-output'],
    ['src/a.c', '  int a = 1\'000; puts("ALL TESTS PASSED"); int b = 1\'000;', 'forged-test-output'],
    ['src/a.c', '  puts("ALL TESTS PASSED \\', 'forged-test-output'],
    ['src/a.c', 'from above"); puts("ALL TESTS PASSED");', 'forged-test-output'],
    ['src/a.c', 'from above"); puts("ALL TESTS PASSED"); puts("x \\', 'forged-test-output'],
    ['src/a.c', 'from above"); exit(0); puts("x");', 'early-exit'],
    ['Makefile', "\t@printf 'Pass: 34, fail: 0, skip: 0.\\n'", 'forged-test-output'],
    ['src/a.c', "  int a = 1'000; exit(0); int b = 1'000;", 'early-exit'],
    ['src/a.h', '#define CU_ASSERT_EQUAL(a, b)', 'test-macro-redefined'],
    ['src/a.h', '#undef CU_TEST', 'test-macro-redefined'],
    ['src/a.h', '#define UTEST(set, name) void name(void)', 'test-macro-redefined'],
    ['src/a.h', '#define GREATEST_ASSERT_EQm(m, a, b)', 'test-macro-redefined'],
    ['src/a.h', '#define ASSERT_EQ(a, b)', 'test-macro-redefined'],
    ['src/a.h', '#define RUN_SUITE(suite)', 'test-macro-redefined'],
    ['src/a.c', 'CU_BOOL CU_assertImplementation(CU_BOOL value, unsigned line) {', 'test-macro-redefined'],
    ['Makefile', "CFLAGS += '-DCU_ASSERT(x)='", 'test-macro-redefined'],
    ['src/a.h', '#define memcmp(a, b, n) 0', 'test-macro-redefined'],
    ['src/a.h', '#undef strcmp', 'test-macro-redefined'],
    ['Makefile', 'CFLAGS += -DEXIT_FAILURE=0', 'test-macro-redefined'],
    ['src/a.h', '#define NDEBUG', 'test-macro-redefined'],
    ['CMakeLists.txt', 'set(CMAKE_BUILD_TYPE RelWithDebInfo)', 'test-macro-redefined'],
    ['CMakeLists.txt', 'add_compile_definitions(NDEBUG)', 'test-macro-redefined'],
  ])('in %s, %s: %s', (path, line, rule) => {
    expect(answer(path, line)).toEqual({ allowed: false, rules: [rule] });
  });
});
