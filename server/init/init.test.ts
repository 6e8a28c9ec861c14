import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planProject } from '#lib/init/plan.ts';
import { scratchFolder, userRepository, writeFiles } from '#server/workspace/testing.ts';
import { lookAtProject } from './look-at-project.ts';
import { tryPlans } from './try-plans.ts';
import { tryProject } from './try-project.ts';

const silent = { say: () => undefined };
const ring = { 'src/ring.c': 'int ring_size(void) { return 3; }\n', 'src/ring.h': 'int ring_size(void);\n' };
const program = (lines: string) =>
  `#include <stdio.h>\n#include "../src/ring.h"\nint main(void) {\n  int failed = ring_size() != 4;\n${lines}  return failed;\n}\n`;
const tap = program('  printf("1..2\\nok 1 - empty\\n%s 2 - size\\n", failed ? "not ok" : "ok");\n');
const own = program('  printf("empty ... ok\\nsize ... %s\\n", failed ? "FAILED" : "ok");\n');
const asserts = program('  if (failed) fprintf(stderr, "assertion failed\\n");\n');
const makefile = `run-tests: tests/main.c src/ring.c
\t$(CC) -o $@ $^

test: run-tests
\t@echo testing
\t./run-tests

clean:
\trm -f run-tests
`;
const cmake = `cmake_minimum_required(VERSION 3.20)
project(ring C)
option(RING_TESTS "Build the tests" OFF)
if(RING_TESTS)
  enable_testing()
  add_executable(ring-tests tests/main.c src/ring.c)
  add_test(NAME ring COMMAND ring-tests)
endif()
`;

test.each([
  [
    'Make with TAP',
    { ...ring, Makefile: makefile, 'tests/main.c': tap },
    { build: 'make run-tests', test: './run-tests', format: 'tap', rate: '1 of 2' },
  ],
  [
    'Make with an own format',
    { ...ring, Makefile: makefile, 'tests/main.c': own },
    { build: 'make run-tests', test: './run-tests', format: 'pattern', rate: '1 of 2' },
  ],
  [
    'Make with nothing but an exit code',
    { ...ring, Makefile: makefile, 'tests/main.c': asserts },
    { build: 'make run-tests', test: './run-tests', format: 'exit-code', rate: 'no format' },
  ],
  [
    'Make whose first build does not work',
    {
      ...ring,
      Makefile: makefile
        .replace('test: run-tests', 'test: run-tests missing')
        .replace('run-tests:', 'all: run-tests\nrun-tests:'),
      'tests/main.c': tap,
    },
    { build: 'make', test: './run-tests', format: 'tap', rate: '1 of 2' },
  ],
  [
    'CMake with tests behind an option',
    { ...ring, 'CMakeLists.txt': cmake, 'tests/main.c': tap },
    {
      build: 'cmake -S . -B build -DRING_TESTS=ON && cmake --build build -j2',
      test: 'ctest --test-dir build --output-on-failure',
      format: 'ctest',
      rate: '0 of 1',
    },
  ],
])(
  'finds out by a trial how to build, test and read a project: %s',
  { timeout: 120_000 },
  async (_, files, { build, test: command, format, rate }) => {
    const folder = userRepository(files);
    const trial = await tryProject(folder, planProject(await lookAtProject(folder)), silent);
    expect(trial).toMatchObject({ build, test: command, results: { format } });
    expect(trial?.findings.join('\n')).toContain(rate);
    expect(readdirSync(folder).toSorted()).toEqual(
      ['.git', ...new Set(Object.keys(files).map((path) => path.split('/')[0]))].toSorted(),
    );
  },
);

test('starts a program that a build left when no target runs it', async () => {
  const built = 'all:\n\t$(CC) -o ring-test tests/main.c src/ring.c\n';
  const folder = userRepository({ ...ring, Makefile: built, 'tests/main.c': tap });
  const trial = await tryProject(folder, planProject(await lookAtProject(folder)), silent);
  expect(trial).toMatchObject({ build: 'make', test: './ring-test', results: { format: 'tap' } });
});

test('takes another build system where the first one does not build here, and says why', {
  timeout: 60_000,
}, async () => {
  const broken = 'project(ring C)\nadd_test(NAME a COMMAND a)\nmessage(FATAL_ERROR "there is no GTest")\n';
  const folder = userRepository({ ...ring, 'CMakeLists.txt': broken, Makefile: makefile, 'tests/main.c': tap });
  const { plan, trial } = await tryPlans(folder, planProject(await lookAtProject(folder)), silent);
  expect(plan.offer?.system).toBe('make');
  expect(trial).toMatchObject({
    build: 'make run-tests',
    test: './run-tests',
    works: true,
    results: { format: 'tap' },
  });
  expect(trial?.findings.join('\n')).toMatch(/`cmake .*there is no GTest[\s\S]*1 of 2 tests/);
});

test('says which build does not work, and why', async () => {
  const folder = userRepository({ Makefile: 'test: all\n\t./t\nall:\n\tno-such-compiler a.c\n' });
  const trial = await tryProject(folder, planProject(await lookAtProject(folder)), silent);
  expect(trial?.findings.join('\n')).toMatch(/No build by make works here\.\n.*no-such-compiler/);
});

test('says that a test command that works runs no test', { timeout: 60_000 }, async () => {
  const lists = {
    'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.20)\nproject(ring C)\nenable_testing()\n',
    'tests/CMakeLists.txt': 'add_test(NAME ring COMMAND ring)\n',
  };
  const folder = userRepository({ ...ring, ...lists });
  const trial = await tryProject(folder, planProject(await lookAtProject(folder)), silent);
  expect(trial?.findings.join('\n')).toMatch(/No test command was found that works here.*No tests were found/s);
});

test('sees a folder that is not under git, without its hidden folders', async () => {
  const folder = scratchFolder();
  writeFiles(folder, {
    ...ring,
    Makefile: makefile,
    'tests/main.c': '#include <check.h>\n',
    '.cache/CMakeLists.txt': '',
  });
  const facts = await lookAtProject(folder);
  expect(facts.files.toSorted()).toEqual(['Makefile', 'src/ring.c', 'src/ring.h', 'tests/main.c']);
  expect([...facts.includes]).toEqual(['check.h']);
});

test('leaves out the build files of examples and vendored code', async () => {
  const folder = userRepository({ 'examples/a/Makefile': makefile, 'third_party/b/CMakeLists.txt': '', 'src/a.c': '' });
  expect(Object.keys((await lookAtProject(folder)).buildFiles)).toEqual([]);
});
