import { describe, expect, test } from 'vitest';
import { exampleConfig } from '#lib/config/example.ts';
import { parseConfig } from '#lib/config/parse.ts';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { checkPolicy } from './check-policy.ts';
import { change, deletion, rename } from './testing/diffs.ts';
import { judge as check, facts } from './testing/judge.ts';

test('a small change to a source file is allowed, without findings and at nearly no risk', () => {
  const answer = check(change('src/uart.c', ['  return 1;'], ['  return 0;']));
  expect(answer).toMatchObject({ allowed: true, findings: [] });
  expect(answer.risk.score).toBeLessThan(0.05);
});

test('a line that holds a secret refuses the patch, whether it comes, goes or stands beside', () => {
  const hidesSecret = (line: string) => line.includes('hunter2');
  const patch = `--- a/src/a.c\n+++ b/src/a.c\n@@ -4,3 +4,3 @@\n key = hunter2\n-old hunter2\n+new hunter2\n x\n`;
  const { allowed, findings } = check(patch, {}, { hidesSecret });
  expect(allowed).toBe(false);
  expect(findings.map(({ rule, line, side }) => [rule, line, side])).toEqual([
    ['secret-shown', 4, 'new'],
    ['secret-shown', 5, 'old'],
    ['secret-shown', 5, 'new'],
  ]);
  expect(JSON.stringify(findings)).not.toContain('hunter2');
});

test('a path that counts from the root of the repository is refused with what makes it count from the project', () => {
  const messages = (path: string, subdirectory?: string) =>
    check(change(path, ['x'], ['y']), { allow: ['src/**'] }, { subdirectory }).findings.map(({ message }) => message);
  expect(messages('fw/src/a.c', 'fw')).toEqual([expect.stringContaining('`git diff --relative`')]);
  expect(messages('fw/src/a.c')).toEqual(['only src/** may be changed (policy.allow)']);
  expect(messages('fwd/a.c', 'fw')).toEqual(['only src/** may be changed (policy.allow)']);
});

test('the policy section of a file that was read can be used as it is', () => {
  const read = parseConfig(exampleConfig);
  if (!read.ok) throw new Error('the example must be readable');
  const diff = parseDiff(change('docs/a.md', ['x'], ['y']));
  expect(checkPolicy(diff, read.config.policy, facts).findings.map(({ rule }) => rule)).toEqual(['path-not-allowed']);
});

describe('what only looks like trouble is left alone', () => {
  test.each([
    ['a self test that says how it went', change('src/a.c', [], ['  log("RAM test passed");'])],
    [
      'a name that only begins like one of C',
      change('src/a.h', [], ['#define printf_ printf', '#define main_loop run']),
    ],
    [
      'the compiler in a target for tests',
      change('Makefile', ['test: a.c', '\t$(CC) a.c -o t'], ['test: a.c', '\t$(CC) a.c b.c -o t']),
    ],
    [
      'a command of another target',
      change('Makefile', ['image: a.elf', '\tobjcopy a.elf a.hex'], ['image: a.elf', '\tobjcopy -O ihex a.elf']),
    ],
    ['a dangerous name in a comment', change('src/a.c', [], ['  /* strcpy(a, b) is not used */ // system(x)'])],
    ['a dangerous name in a string', change('src/a.c', [], ['  log("asm (gets(x))");'])],
    ['a call that only moves', change('src/a.c', ['  strcpy(a, b);'], ['    strcpy(a, b);'])],
    ['volatile that moves to another line', change('src/a.c', ['volatile int a;'], ['static volatile int a;'])],
    ['the end of a line of Windows, tabs and form feeds', change('src/a.c', [], ['\tint a;\r', '\f'])],
    [
      'bytes of another encoding, and a byte order mark',
      change('src/a.c', [], ['\ufeff/* \u0093caf\u00e9\u0094 \u00ad */']),
    ],
    ['an error exit', change('src/a.c', [], ['  exit(1);'])],
    ['a label and a member named exit', change('src/a.c', [], ['  goto exit;', 'exit:', '  ops->exit(dev);'])],
    ['a name that ends like a dangerous one', change('src/a.c', [], ['  my_system(1); file_system(2);'])],
    ['the word ok in a log line', change('src/a.c', [], ['  printf("uart ok\\n");'])],
    ['a test list that grows', change('build/rules.mk', ['TESTS = test_uart'], ['TESTS = test_uart test_timer'])],
    ["files named like git's own", change('src/.gitkeep', [], ['x'])],
  ])('%s', (_name, text) => {
    expect(check(text)).toMatchObject({ allowed: true, findings: [] });
  });

  test('a test that may be changed may still not be weakened or deleted', () => {
    const grown = change('tests/a.c', [], ['  TEST_ASSERT_TRUE(x);']);
    expect(check(grown, { protect: [] }).allowed).toBe(true);
    expect(check(change('tests/a.c', ['  TEST_ASSERT_TRUE(x);'], []), { protect: [] }).allowed).toBe(false);
    expect(check(deletion('tests/a.c'), { protect: [] }).allowed).toBe(false);
    expect(check(rename('tests/a.c', 'tests/b.c'), { protect: [] }).allowed).toBe(true);
  });

  test('a project can change the severity of a rule, or turn it off', () => {
    const text = change('src/a.c', [], ['  exit(0);']);
    expect(check(text, { rules: { 'early-exit': 'note' } })).toMatchObject({
      allowed: true,
      findings: [{ severity: 'note' }],
    });
    expect(check(text, { rules: { 'early-exit': 'off' } })).toMatchObject({ allowed: true, findings: [] });
  });
});

test('a patch of ten megabytes is refused by its size without being read line by line', () => {
  const line = `${'"\\'.repeat(450)}test`;
  const started = performance.now();
  const answer = check(
    change(
      'a.mk',
      [],
      Array.from({ length: 11_000 }, () => line),
    ),
  );
  expect(answer.findings.map(({ rule }) => rule)).toEqual(['too-many-lines']);
  expect(performance.now() - started).toBeLessThan(2_000);
});
