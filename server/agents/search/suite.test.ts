import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resultsSection } from '#lib/config/sections/results.ts';
import { build } from './build.ts';
import { runTests } from './run-tests.ts';
import { judgeTree, suiteOf } from './suite.ts';
import { searchTask } from './testing.ts';
import { withTrees } from './trees.ts';

const cpputest = `#include "CppUTest/TestHarness.h"
#include "CppUTest/CommandLineTestRunner.h"
#include <unistd.h>
extern "C" { int after(int slot); }
TEST_GROUP(Ring) {};
TEST_GROUP(Queue) {};
TEST(Ring, goes_on) { LONGS_EQUAL(1, after(0)); }
TEST(Ring, wraps) { LONGS_EQUAL(0, after(3)); }
TEST(Queue, wraps) { LONGS_EQUAL(0, after(3)); }
TEST(Queue, waits) { usleep(400000); }
int main(int argc, char **argv) { return CommandLineTestRunner::RunAllTests(argc, argv); }
`;
const check = `#include <check.h>
#include <unistd.h>
int after(int slot);
START_TEST(goes_on) { ck_assert_int_eq(after(0), 1); } END_TEST
START_TEST(wraps) { ck_assert_int_eq(after(3), 0); } END_TEST
START_TEST(waits) { usleep(400000); } END_TEST
int main(void) {
  Suite *suite = suite_create("ring");
  TCase *slots = tcase_create("the slots"), *queue = tcase_create("queue");
  tcase_add_test(slots, goes_on);
  tcase_add_test(slots, wraps);
  tcase_add_test(queue, waits);
  suite_add_tcase(suite, slots);
  suite_add_tcase(suite, queue);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  return srunner_ntests_failed(runner) != 0;
}
`;

const frameworks = {
  cpputest: {
    files: { 'tests/ring.cpp': cpputest },
    link: '$(CXX) -o $@ tests/ring.cpp build/ring.o -lCppUTest',
    alone: "./build/tests '-sg' 'Queue' '-sn' 'wraps' '-sg' 'Ring' '-sn' 'wraps'",
    failing: 2,
  },
  check: {
    files: { 'tests/ring.c': check },
    link: '$(CC) -o $@ tests/ring.c build/ring.o -lcheck -lsubunit -pthread -lrt -lm',
    alone: "'env' 'CK_RUN_CASE=the slots' ./build/tests",
    failing: 1,
  },
} as const;

test.each(Object.entries(frameworks))('%s is told to run what fails before all the rest', async (format, framework) => {
  const { task } = await searchTask({
    ...framework.files,
    Makefile: `build/tests: src/ring.c\n\t@mkdir -p build\n\t$(CC) -c -o build/ring.o $<\n\t${framework.link}\n`,
    'src/ring.c': 'int after(int slot) { return slot + 1; }\n',
  });
  const host = { type: 'host', test: './build/tests', timeout: 10_000, env: {} } as const;
  const project = { ...task.bench.project, environments: { host }, results: resultsSection.parse({ format }) };
  const there = { ...task, bench: { ...task.bench, project } };
  await withTrees(there, async (trees) => {
    const tree = await trees.fresh('one');
    expect(await build(there, tree)).toMatchObject({ ok: true });
    const baseline = await runTests(there, tree);
    const suite = await suiteOf(there, tree, baseline);
    expect(suite.failingAlone).toBe(framework.alone);
    expect((await judgeTree(there, tree, suite)).fate).toBe('changes nothing');

    const source = join(tree.directory, 'src/ring.c');
    await writeFile(source, (await readFile(source, 'utf8')).replace('slot + 1', '(slot + 1) % 4'));
    await build(there, tree);
    const { fate, mended } = await judgeTree(there, tree, suite);
    expect([fate, mended.length]).toEqual(['improves', framework.failing]);
  });
});
