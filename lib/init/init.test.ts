import { describe, expect, it } from 'vitest';
import { parseConfig } from '#lib/config/parse.ts';
import { detectFormat } from '#lib/results/detect.ts';
import { knownPatterns } from '#lib/results/pattern/known.ts';
import type { ProjectFacts } from './facts.ts';
import { planProject } from './plan.ts';
import { projectFile } from './project-file.ts';

const facts = (
  buildFiles: Record<string, string>,
  includes: readonly string[] = [],
  files: readonly string[] = [],
): ProjectFacts => ({
  name: 'my project (2)',
  files: [...Object.keys(buildFiles), ...files],
  buildFiles,
  includes: new Set(includes),
});

const minmea =
  'test: tests\n\t@echo "+++ Running"\n\t./tests\n\nclean:\n\t$(RM) tests\n\ntests: tests.o a.o\ntests.o: tests.c\n';

describe('planProject', () => {
  it.each<[string, ProjectFacts, { builds?: string[]; tests: string[]; format?: string }]>([
    [
      'a target that needs a program and starts it',
      facts({ Makefile: minmea }, ['check.h']),
      { builds: ['make tests', 'make'], tests: ['./tests', 'make test'], format: 'check' },
    ],
    [
      'a target that hides its program in a variable',
      facts({ Makefile: 'T = x\ntest: all\n\t$(T) --all\nall:\n\tcc a.c\n' }),
      { builds: ['make all', 'make'], tests: ['make test'], format: 'exit-code' },
    ],
    [
      'a target that starts itself',
      facts({ Makefile: 'test: test.o a.o\n\tcc -o $@ $^\n\t./$@\n' }),
      { builds: ['make test.o a.o', 'make'], tests: ['make test'] },
    ],
    [
      'a Makefile in a folder of tests',
      facts({ 'test/Makefile': 'test: build/runner.c\n\tcc -o t\n\t./t\n' }, ['unity.h']),
      { builds: ['make -C test build/runner.c', 'make -C test'], tests: ['make -C test test'], format: 'unity' },
    ],
    [
      'a target that compiles by itself',
      facts(
        { 'test/Makefile': 'test: ../src/a.h ../src/a.c unit.c\n\tcc ../src/a.c unit.c -o unit && ./unit\n' },
        [],
        ['src/a.c', 'src/a.h', 'test/unit.c'],
      ),
      { builds: ['true'], tests: ['make -C test test'] },
    ],
    ['a Makefile without tests', facts({ Makefile: 'all:\n\tcc a.c\n' }), { builds: ['make'], tests: [] }],
    [
      'programs of tests that no target runs',
      facts({
        Makefile: 'all:\n\t@echo ask\nring: a.o\ntest_ring: a.o\ntest_frame: a.o b.o\nrun_test: a\ntest.o: a.h\n',
      }),
      {
        builds: ['make test_ring test_frame', 'make test_ring', 'make test_frame', 'make'],
        tests: ['./test_ring', './test_frame'],
      },
    ],
    [
      'a target that runs tests in a folder before programs at the top',
      facts({ Makefile: 'test_ring: a.o\n', 'test/Makefile': 'check:\n\t./run.sh\n' }),
      { builds: ['make -C test'], tests: ['make -C test check'] },
    ],
    [
      'a target in a file that the Makefile includes by a variable',
      facts({
        Makefile: 'ARCH ?= linux\ninclude Makefile.$(ARCH)\nall:\n\tcc a.c\n',
        'Makefile.linux': 'include rules/tests.mk Makefile\n',
        'Makefile.avr': 'test:\n\t./on-a-board\n',
        'rules/tests.mk': 'check: unittest\n\t$(B)/unit_test\nunittest: a.o\n\tcc\n',
      }),
      { builds: ['make unittest', 'make'], tests: ['make check'] },
    ],
    ['an assignment that looks like a target', facts({ Makefile: 'test := a b\nall:\n\tcc\n' }), { tests: [] }],
    [
      'CTest',
      facts({ 'CMakeLists.txt': 'project(a C)\nenable_testing()\nadd_test(NAME x COMMAND x)\n' }),
      { tests: ['ctest --test-dir build --output-on-failure'], format: 'ctest' },
    ],
    [
      'CTest behind an option',
      facts({ 'CMakeLists.txt': 'option(A_BUILD_TESTS "Build tests" OFF)\nadd_test(NAME x COMMAND x)\n' }),
      {
        builds: ['cmake -S . -B build -DA_BUILD_TESTS=ON && cmake --build build -j2'],
        tests: ['ctest --test-dir build --output-on-failure'],
      },
    ],
    [
      'CTest behind a switch that only who builds it sets, in a module of CMake',
      facts({
        'CMakeLists.txt':
          'project(a C)\ninclude(CTest)\nif(ENABLE_TESTS)\n  create_test(x)\nendif()\nif(GTEST_FOUND)\nendif()\n',
        'cmake/CreateTest.cmake': 'function(create_test name)\n  add_test(NAME x COMMAND x)\nendfunction()\n',
      }),
      {
        builds: ['cmake -S . -B build -DENABLE_TESTS=ON && cmake --build build -j2'],
        tests: ['ctest --test-dir build --output-on-failure'],
      },
    ],
    [
      'CTest whose switch is on or set already',
      facts({
        'CMakeLists.txt':
          'include(CTest)\noption(A_TESTS "Tests" ON)\nset(B_TESTS 1)\nif(BUILD_TESTING)\nif(A_TESTS)\nif(B_TESTS)\nadd_test(NAME x COMMAND x)\n',
      }),
      {
        builds: ['cmake -S . -B build && cmake --build build -j2'],
        tests: ['ctest --test-dir build --output-on-failure'],
      },
    ],
    [
      'programs that CMake builds and CTest does not know',
      facts({
        'CMakeLists.txt': 'add_subdirectory(t)\n',
        't/CMakeLists.txt': 'add_executable(nano_tests a.c)\nadd_executable(server b.c)\n',
      }),
      { tests: ['./build/t/nano_tests'] },
    ],
    [
      'CMake without tests beside a Makefile with them',
      facts({ 'CMakeLists.txt': 'add_library(a a.c)\n', Makefile: 'check:\n\t./run.sh\n' }),
      { builds: ['make'], tests: ['./run.sh', 'make check'] },
    ],
    [
      'a CMake project of its own in the folder of tests',
      facts({
        'CMakeLists.txt': 'project(a C)\nadd_library(a a.c)\n',
        'test/CMakeLists.txt': 'project(tests C)\nadd_subdirectory(unit)\n',
        'test/unit/CMakeLists.txt': 'add_test(NAME a COMMAND a)\n',
      }),
      {
        builds: ['cmake -S test -B build && cmake --build build -j2'],
        tests: ['ctest --test-dir build --output-on-failure'],
      },
    ],
    [
      'Meson',
      facts({ 'meson.build': "project('a', 'c')\ntest('a', exe)\n" }),
      { tests: ['meson test -C builddir --no-rebuild'], format: 'junit' },
    ],
    [
      'PlatformIO',
      facts({ 'platformio.ini': '[env:uno]\nplatform = atmelavr\n[env:native]\nplatform = native\n' }),
      {
        tests: [
          'mkdir -p build && pio test -e native --without-building --junit-output-path build/platformio-tests.xml',
        ],
        format: 'junit',
      },
    ],
    ['nothing known', facts({}), { tests: [], format: 'exit-code' }],
  ])('reads %s', (_, project, { builds, tests, format }) => {
    const plan = planProject(project);
    expect(plan.offer?.tests ?? []).toEqual(tests);
    if (builds !== undefined) expect(plan.offer?.builds).toEqual(builds);
    if (format !== undefined) expect(plan.results.format).toBe(format);
  });

  it('keeps the other build systems that know tests', () => {
    const { offer, others } = planProject(
      facts({
        'CMakeLists.txt': 'project(a C)\nadd_test(NAME x COMMAND x)\n',
        'meson.build': "project('a', 'c')\n",
        Makefile: 'check:\n\t./run.sh\n',
      }),
    );
    expect([offer?.system, others.map((other) => other.offer?.system)]).toEqual(['cmake', ['make']]);
  });

  it.each([
    ['gtest/gtest.h', 'gtest'],
    ['catch2/catch_test_macros.hpp', 'catch'],
    ['CppUTest/TestHarness.h', 'cpputest'],
    ['check.h', 'check'],
    ['unity_fixture.h', 'unity'],
    ['CUnit/CUnit.h', 'cunit'],
    ['utest.h', 'gtest'],
    ['greatest.h', 'pattern'],
    ['cmocka.h', 'pattern'],
    ['minctest.h', 'pattern'],
  ])('tells the format from #include <%s>', (header, format) => {
    expect(planProject(facts({ Makefile: 'test:\n\t./t\n' }, [header])).results.format).toBe(format);
  });
});

it.each([
  ['CC = clang', 'clang'],
  ['CC:=arm-none-eabi-gcc', 'arm-none-eabi-gcc'],
  ['CC ?= clang', 'cc'],
  ['CC = $(CROSS)gcc', 'cc'],
  ['#CC = clang', 'cc'],
])('a Makefile with %s requires %s', (line, compiler) => {
  expect(planProject(facts({ Makefile: `${line}\ntest:\n\t./t\n` })).offer?.requires).toEqual(['make', compiler]);
});

it.each([
  ['project(a C)', ['cmake', 'cc']],
  ['project(a VERSION 1 DESCRIPTION "Fast C" LANGUAGES C)', ['cmake', 'cc']],
  ['project(a LANGUAGES C CXX)', ['cmake', 'cc', 'c++']],
  ['project(a VERSION 1 DESCRIPTION "Fast C")', ['cmake', 'cc', 'c++']],
])('a CMake project with %s requires %j', (line, requires) => {
  expect(planProject(facts({ 'CMakeLists.txt': `${line}\nadd_test(NAME x COMMAND x)\n` })).offer?.requires).toEqual(
    requires,
  );
});

describe('projectFile', () => {
  it.each([
    ['a known project', facts({ Makefile: minmea }, ['check.h'], ['src/a.c', 'patches/01.patch'])],
    ['a project of which nothing is known', facts({})],
    ['a format with expressions', facts({ Makefile: "test:\n\t./it's\n" }, ['cmocka.h'])],
    ['results in a file', facts({ 'meson.build': "test('a', exe)" })],
    ['PlatformIO', facts({ 'platformio.ini': '[env:native]\nplatform = native\n' })],
  ])('is a file without problems for %s', (_, project) => {
    const answer = parseConfig(projectFile(planProject(project), null));
    expect(answer.problems).toEqual([]);
    expect(answer.ok).toBe(true);
  });

  it.each(knownPatterns.map((pattern) => [pattern.pattern, pattern] as const))(
    'writes the pattern %s so that it is read back',
    (_, pattern) => {
      const results = { format: 'pattern', pattern, files: [], because: 'a trial showed it' } as const;
      const trial = { build: 'make', test: './t', works: true, results, timeoutSeconds: 60, findings: [] };
      const answer = parseConfig(projectFile(planProject(facts({ Makefile: minmea })), trial));
      expect(answer.problems).toEqual([]);
      expect(answer.ok && answer.config.results.pattern).toBe(pattern.pattern);
    },
  );

  it('marks what a person must decide, with a command that fails until then', () => {
    const text = projectFile(planProject(facts({ Makefile: 'all:\n\tcc a.c\n' })), null);
    expect(text).toContain('# To decide: how to test this project.');
    expect(text).toMatch(/test: 'echo .*exit 1'/);
    expect(detectFormat(text)).toBeNull();
  });
});
