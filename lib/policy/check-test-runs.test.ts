import { describe, expect, test } from 'vitest';
import { change } from './testing/diffs.ts';
import { judge } from './testing/judge.ts';

type Row = [what: string, removed: string[], added: string[]];

const isRefused = (path: string, removed: string[], added: string[]) =>
  judge(change(path, removed, added)).findings.some(
    ({ rule, severity }) => rule === 'test-weakened' && severity === 'refuse',
  );

/** Rows of a target for tests, which stands above what changes. */
const recipe = (what: string, removed: string[], added: string[]): Row => [
  what,
  ['test: all', ...removed],
  ['test: all', ...added],
];

describe('how a Makefile starts its tests', () => {
  test.each<Row>([
    recipe('a command is added to it', ['\t./a'], ['\t./a && ./b']),
    recipe('a command is added in a further line', ['\t./a'], ['\t./a && \\', '\t  ./b > b.log 2>&1']),
    recipe('two lines become one', ['\t./a', '\t./b'], ['\t./a && ./b']),
    recipe('its message changes', ['\t@echo "running tests; wait"', '\t./a'], ['\t@echo "running"', '\t./a']),
    recipe('its message goes', ['\t@echo running', '\t@./a'], ['\t./a']),
    recipe('its failure counts again', ['\t-./a'], ['\t./a']),
    recipe('its folder is made no more', ['\t@mkdir -p build', '\t./a'], ['\t./a']),
    recipe('another file is compiled first', ['\t$(CC) a.c -o a && ./a'], ['\t$(CC) a.c b.c -o a && ./a']),
    recipe('another compiler gets another file', ['\tcross-cc1 -o a $^ && ./a'], ['\tcross-cc1 -o a b.o $^ && ./a']),
    recipe('other recipes follow it', ['\t./a', 'SRCS = \\', '\ta.c'], ['\t./a', 'SRCS = \\', '\tb.c']),
    [
      'the size of the image is looked at otherwise',
      ['check-size: all', '\tsize a.elf'],
      ['check-size: all', '\tsize -A a.elf'],
    ],
    ['the format is looked at otherwise', ['check-format:', '\tfmt -n a.c'], ['check-format:', '\tfmt -n a.c b.c']],
    ['the stack is looked at otherwise', ['check_stack: a.su', '\tawk a.su'], ['check_stack: a.su', '\tawk -f x a.su']],
    [
      'an image for tests is linked otherwise',
      ['test_fw.elf: a.o', '\tobjcopy a a.hex'],
      ['test_fw.elf: a.o', '\tobjcopy -O ihex a a.hex'],
    ],
    [
      'another target follows',
      ['test: a', '\t./a', '$(B)/fw.hex: fw', '\tobjcopy fw $@'],
      ['test: a', '\t./a', '$(B)/fw.hex: fw', '\tobjcopy -O ihex fw $@'],
    ],
    ['a source has "test" in its name by chance', ['SRCS = latest.c attest.c'], ['SRCS = newest.c']],
    ['a comment on tests goes', ['# built for tests'], ['# built']],
  ])('may change where %s', (_, removed, added) => {
    expect(isRefused('Makefile', removed, added)).toBe(false);
  });

  test.each<Row>([
    recipe('is left out', ['\t./a', '\t./b'], ['\t./a']),
    recipe('is another program', ['\t./a'], ['\t@true']),
    recipe('is only printed', ['\t./a'], ['\t@echo ./a']),
    recipe('may fail', ['\t./a'], ['\t-./a']),
    recipe('may fail in another way', ['\t./a'], ['\t./a || true']),
    recipe('may fail in a further line', ['\t./a'], ['\t./a \\', '\t  || true']),
    recipe('may fail when another is added', ['\t./a'], ['\t./a && ./b || true']),
    recipe('goes through a filter', ['\t./a'], ['\t./a | sed s/FAIL/OK/']),
    recipe('writes its results no more', ['\t./a -o results.xml'], ['\tcp src/results.xml .']),
    recipe('comes after an end', ['\t./a'], ['\texit 0 && ./a']),
    recipe('is not there when another is compiled', ['\t$(CC) a.c -o a && ./a'], ['\t$(CC) a.c -o a && true']),
    ['moves to another target', ['check: all', '\t./a', 'run: all'], ['check: all', 'run: all', '\t./a']],
    ['is left out of a target of its own', ['test_ring: ring', '\t./ring'], ['test_ring: ring']],
    [
      'is left out of its report',
      ['test-report: ring', '\t./ring > ring.tap'],
      ['test-report: ring', '\tcp src/ring.tap .'],
    ],
    ['is left out by a comment', ['TESTS += test_b'], ['# TESTS += test_b']],
  ])('may not change so that a test %s', (_, removed, added) => {
    expect(isRefused('Makefile', removed, added)).toBe(true);
  });

  test('may stand in another place of the file', () => {
    const patch =
      '--- a/Makefile\n+++ b/Makefile\n@@ -2,2 +2,0 @@\n-test: all\n-\t./a\n@@ -20,0 +18,2 @@\n+test: all b\n+\t./a && ./b\n';
    expect(judge(patch).findings).toEqual([]);
  });

  test('is looked at where only a further line of it changes', () => {
    const patch = `--- a/Makefile\n+++ b/Makefile\n@@ -4,2 +4,3 @@ test: all\n \t./a \\\n+\t  || true; \\\n \t./b\n`;
    expect(judge(patch).findings).toMatchObject([{ rule: 'test-weakened', line: 4, side: 'old' }]);
  });
});

/** A variable of CMake. */
const variable = (name: string) => `$\{${name}}`;

const properties = (values: string, name = 'ring') => `set_tests_properties(${name} PROPERTIES ${values})`;

describe('what counts as passing in a CMakeLists.txt', () => {
  test.each<Row>([
    [
      'the time of a test that shall fail',
      [properties('WILL_FAIL TRUE TIMEOUT 5')],
      [properties('WILL_FAIL TRUE TIMEOUT 9')],
    ],
    ['a test that shall fail no more', [properties('WILL_FAIL TRUE')], [properties('WILL_FAIL FALSE')]],
    ['a comment', [], ['# no test has WILL_FAIL TRUE']],
    ['an emulator', [], ['set(CMAKE_CROSSCOMPILING_EMULATOR "qemu-arm;-L;/usr/arm-linux-gnueabi")']],
    ['an emulator of the system', [], ['set(CMAKE_CROSSCOMPILING_EMULATOR /usr/bin/qemu-system-arm -M lm3s6965evb)']],
    [
      'an emulator that was looked for',
      [],
      [`set(CMAKE_CROSSCOMPILING_EMULATOR ${variable('QEMU_ARM')} -cpu cortex-m3)`],
    ],
    [
      'the use of an emulator',
      [],
      [`add_test(NAME ring COMMAND ${variable('CMAKE_CROSSCOMPILING_EMULATOR')} $<TARGET_FILE:ring>)`],
    ],
    ['the length of what CTest prints', [], ['set(CTEST_CUSTOM_MAXIMUM_PASSED_TEST_OUTPUT_SIZE 1000)']],
  ])('may change by %s', (_, removed, added) => {
    expect(isRefused('CMakeLists.txt', removed, added)).toBe(false);
  });

  test.each<Row>([
    ['shall fail', [], [properties('WILL_FAIL TRUE')]],
    ['shall fail instead of another', [properties('WILL_FAIL TRUE')], [properties('WILL_FAIL TRUE', 'frame')]],
    [
      'passes by other words',
      [properties('PASS_REGULAR_EXPRESSION "OK"')],
      [properties('PASS_REGULAR_EXPRESSION ".*"')],
    ],
    ['is skipped by its exit code', [], [properties('SKIP_RETURN_CODE 1')]],
    ['is left out', [], ['set(CTEST_CUSTOM_TESTS_IGNORE ring)']],
    ['is run by another program', [], ['set(CMAKE_CROSSCOMPILING_EMULATOR true)']],
    [
      'is run by a program of the project',
      [],
      [`set(CMAKE_CROSSCOMPILING_EMULATOR ${variable('CMAKE_SOURCE_DIR')}/qemu-arm)`],
    ],
    [
      'is run by another program than before',
      ['set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm)'],
      ['set(CMAKE_CROSSCOMPILING_EMULATOR echo)'],
    ],
    ['is run by another program for one target', [], ['set_target_properties(ring PROPERTIES TEST_LAUNCHER true)']],
  ])('may not change so that a test %s', (_, removed, added) => {
    expect(isRefused('CMakeLists.txt', removed, added)).toBe(true);
  });

  test.each<[string, boolean]>([
    ["test('ring', ring, should_fail: true)", true],
    ["test('ring', ring, should_fail: false)", false],
    ["add_test_setup('memory', exe_wrapper: ['valgrind', '--quiet'])", false],
    ["add_test_setup('quick', exe_wrapper: ['true'])", true],
  ])('in a meson.build the line %s is refused: %s', (line, expected) => {
    expect(isRefused('meson.build', [], [line])).toBe(expected);
  });
});
