import { describe, expect, test } from 'vitest';
import { exampleConfig } from '#lib/config/example.ts';
import { parseConfig } from '#lib/config/parse.ts';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { checkPolicy } from './check-policy.ts';
import type { Policy, PolicyFacts } from './policy.ts';
import type { PolicyRule, Severity } from './rules.ts';
import { change, judge as check, facts } from './testing/judge.ts';

const addition = (path: string, ...lines: string[]) =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
const deletion = (path: string) =>
  `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`;
const rename = (from: string, to: string) =>
  `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;

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

test('the policy section of a file that was read can be used as it is', () => {
  const read = parseConfig(exampleConfig);
  if (!read.ok) throw new Error('the example must be readable');
  const diff = parseDiff(change('docs/a.md', ['x'], ['y']));
  expect(checkPolicy(diff, read.config.policy, facts).findings.map(({ rule }) => rule)).toEqual(['path-not-allowed']);
});

describe('each rule fires, with its severity, file and line', () => {
  type Row = [PolicyRule, Severity, string | null, number | null, string, Partial<Policy>?, Partial<PolicyFacts>?];
  const c = (rule: PolicyRule, severity: Severity, line: string): Row => [
    rule,
    severity,
    'src/a.c',
    10,
    change('src/a.c', [], [line]),
  ];
  const gone = (rule: PolicyRule, line: string, now: string): Row => [
    rule,
    'risk',
    'src/a.c',
    10,
    change('src/a.c', [line], [now]),
  ];
  const build = (rule: PolicyRule, severity: Severity, line: string): Row => [
    rule,
    severity,
    'Makefile',
    10,
    change('Makefile', [], [line]),
  ];
  const tested = (removed: string[], added: string[]): Row => [
    'test-weakened',
    'refuse',
    'tests/a.c',
    10,
    change('tests/a.c', removed, added),
  ];
  const rows: Row[] = [
    ['unreadable-diff', 'refuse', null, 1, 'sorry, no patch'],
    ['path-outside', 'refuse', '../x.c', null, change('../x.c', ['a'], ['b'])],
    ['path-outside', 'refuse', 'src/../../x.c', null, change('src/../../x.c', ['a'], ['b'])],
    ['path-outside', 'refuse', '/etc/passwd', null, change('/etc/passwd', ['a'], ['b'])],
    ['path-outside', 'refuse', 'C:/x.c', null, change('C:/x.c', ['a'], ['b'])],
    [
      'path-characters',
      'refuse',
      'src\\a.c',
      null,
      'diff --git "a/src\\\\a.c" "b/src\\\\a.c"\nold mode 100644\nnew mode 100755\n',
    ],
    [
      'path-characters',
      'refuse',
      'a\0.c',
      null,
      'diff --git "a/a\\000.c" "b/a\\000.c"\nold mode 100644\nnew mode 100755\n',
    ],
    [
      'path-characters',
      'refuse',
      '\ufffd.c',
      null,
      'diff --git "a/\\377.c" "b/\\377.c"\nold mode 100644\nnew mode 100755\n',
    ],
    ['git-folder', 'refuse', '.git/hooks/pre-commit', null, change('.git/hooks/pre-commit', ['a'], ['b'])],
    ['git-folder', 'refuse', 'sub/.GIT/config', null, change('sub/.GIT/config', ['a'], ['b'])],
    [
      'symbolic-link',
      'refuse',
      'l',
      null,
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n',
    ],
    ['symbolic-link', 'refuse', 'l/x.c', null, change('l/x.c', ['a'], ['b']), {}, { symlinks: ['l'] }],
    ['submodule', 'refuse', 'lib', null, change('lib', ['a'], ['b']).replace('---', 'index 1..2 160000\n---')],
    ['submodule', 'refuse', 'lib/x.c', null, change('lib/x.c', ['a'], ['b']), {}, { submodules: ['lib'] }],
    [
      'binary-file',
      'refuse',
      'a.bin',
      null,
      'diff --git a/a.bin b/a.bin\nindex 1..2 100644\nBinary files a/a.bin and b/a.bin differ\n',
    ],
    ['mode-change', 'note', 'run.sh', null, 'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n'],
    ['path-not-allowed', 'refuse', 'lib/a.c', null, change('lib/a.c', ['a'], ['b']), { allow: ['src/**'] }],
    ['path-not-allowed', 'refuse', 'lib/a.c', null, rename('lib/a.c', 'src/a.c'), { allow: ['src/**'] }],
    ['path-forbidden', 'refuse', 'SRC/Boot/a.c', null, change('SRC/Boot/a.c', ['a'], ['b']), { forbid: ['src/boot'] }],
    ['protected-path', 'refuse', 'tests/a.c', null, change('tests/a.c', ['a'], ['b'])],
    ['protected-path', 'refuse', 'firmloop.yaml', null, change('firmloop.yaml', ['a'], ['b']), { protect: [] }],
    ['protected-path', 'refuse', 'list.txt', null, change('list.txt', ['a'], ['b']), { protect: ['list.txt'] }],
    ['protected-path', 'refuse', '.github/workflows/x.yml', null, addition('.github/workflows/x.yml', 'on: push')],
    ['protected-path', 'note', 'tests/new.c', null, addition('tests/new.c', 'int x;')],
    ['test-deleted', 'refuse', 'tests/a.c', null, deletion('tests/a.c')],
    ['test-deleted', 'refuse', 'src/uart_test.c', null, rename('src/uart_test.c', 'src/old.c')],
    tested([], ['  TEST_IGNORE();']),
    tested(['  TEST_ASSERT_EQUAL(1, f());'], []),
    tested(['  RUN_TEST(test_uart);', '  x();'], ['  x ();']),
    [
      'test-weakened',
      'refuse',
      'Makefile',
      10,
      change('Makefile', ['TESTS = test_uart test_timer'], ['TESTS = test_uart']),
    ],
    ...[
      [
        ['test: run', '\t./run'],
        ['test: run', '\t@true'],
      ],
      [
        ['unit-tests: run', '\t./run --all'],
        ['unit-tests: run', '\t./run --all | sed s/FAIL/OK/'],
      ],
    ].map(
      ([removed = [], added = []]): Row => [
        'test-weakened',
        'refuse',
        'Makefile',
        11,
        change('Makefile', removed, added),
      ],
    ),
    ...[
      'set_tests_properties(ring PROPERTIES DISABLED TRUE)',
      'set_tests_properties(ring PROPERTIES PASS_REGULAR_EXPRESSION ".*")',
      'set(CMAKE_CROSSCOMPILING_EMULATOR true)',
    ].map((line) => build('test-weakened', 'refuse', line)),
    [
      'too-many-files',
      'refuse',
      null,
      null,
      change('a.c', ['a'], ['b']) + change('b.c', ['a'], ['b']),
      { max_files: 1 },
    ],
    ['too-many-lines', 'refuse', null, null, change('a.c', ['a', 'b'], ['c']), { max_lines: 2 }],
    ['risk-above-limit', 'refuse', null, null, change('a.c', [], ['system("x");']), { max_risk: 0.3 }],
    [
      'risk-above-limit',
      'risk',
      null,
      null,
      change('a.c', [], ['system("x");']),
      { max_risk: 0.3, above_max_risk: 'ask' },
    ],
    ['critical-file', 'risk', 'stm32.ld', null, change('stm32.ld', ['a'], ['b'])],
    c('shell-call', 'risk', '  system("reboot");'),
    build('shell-call', 'risk', 'X := $(shell date)'),
    c('unsafe-call', 'risk', '  strcpy(to, from);'),
    c('inline-assembly', 'risk', '  __asm__ volatile ("nop");'),
    c('silenced-diagnostics', 'risk', '#pragma GCC diagnostic ignored "-Wformat"'),
    c('optimisation-attribute', 'risk', '__attribute__((optimize("O0"))) int f(void);'),
    build('silenced-warnings', 'risk', 'CFLAGS += -Wno-unused'),
    build('silenced-warnings', 'risk', 'CFLAGS = -O2 -w'),
    ['silenced-warnings', 'risk', 'Makefile', 10, change('Makefile', ['CFLAGS = -Werror -O2'], ['CFLAGS = -O2'])],
    gone('volatile-removed', 'volatile int flag;', 'int flag;'),
    gone('assertion-removed', '  assert(n < 4);', '  n = 4;'),
    c('disabled-code', 'risk', '#if 0'),
    ['line-endings', 'note', 'src/a.c', null, change('src/a.c', ['int a;', 'int b;'], ['int a;\r', 'int b;\r'])],
    ['line-endings', 'note', 'src/a.c', null, change('src/a.c', ['int a;\r'], ['int a;'])],
    c('long-line', 'refuse', `int a[] = {${'1,'.repeat(600)}};`),
    c('hidden-characters', 'refuse', 'int a\u202e;'),
    c('hidden-characters', 'refuse', 'erase(); /* \u001b[2K */'),
    c('hidden-characters', 'refuse', 'erase();\rkeep();'),
    c('hidden-characters', 'refuse', 'int is\u2063Safe;'),
    c('test-macro-redefined', 'refuse', '#define TEST_ASSERT_EQUAL(a, b)'),
    build('test-macro-redefined', 'refuse', 'CFLAGS += -DNDEBUG'),
    c('test-macro-redefined', 'refuse', '#define strcmp(a, b) 0'),
    c('test-macro-redefined', 'refuse', '#define EXIT_FAILURE 0'),
    build('test-macro-redefined', 'refuse', 'set(CMAKE_BUILD_TYPE Release)'),
    build('test-macro-redefined', 'refuse', 'target_compile_definitions(ring PRIVATE NDEBUG)'),
    c('test-macro-redefined', 'refuse', 'void UnityFail(const char *m, int l) {'),
    c('hidden-entry', 'refuse', '__attribute__((constructor)) void f(void);'),
    build('hidden-entry', 'refuse', 'LDFLAGS += -Wl,--wrap=main'),
    c('early-exit', 'refuse', '  exit(0);'),
    c('early-exit', 'refuse', '  _exit(code);'),
    c('early-exit', 'refuse', '  exit(code);'),
    c('early-exit', 'refuse', '  void (*end)(int) = exit;'),
    c('early-exit', 'refuse', '  execl("/bin/true", "true", NULL);'),
    c('forged-test-output', 'refuse', '  puts("a.c:1:test_a:PASS");'),
    c('forged-test-output', 'refuse', '  printf("ok 1 - uart\\n");'),
    build('forged-test-output', 'refuse', "\tprintf 'ok 1 - uart\\n'"),
    c('forged-test-output', 'refuse', '  puts("ALL TESTS PASSED");'),
    c('forged-test-output', 'refuse', '  printf("%d/%d passed\\n", n, n);'),
    build('forged-test-output', 'refuse', '\t@echo "Tests passed: 132"'),
    c('forged-test-output', 'refuse', '  printf("12 Tests 0 Failures 0 Ignored");'),
  ];
  test.each(rows)('%s: %s in %s at %s', (rule, severity, path, line, text, changes, given) => {
    const { allowed, findings } = check(text, changes, given);
    expect(findings).toContainEqual(expect.objectContaining({ rule, severity, path, line }));
    if (severity === 'refuse') expect(allowed).toBe(false);
  });
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

describe('risk', () => {
  const risk = (text: string, given: Partial<PolicyFacts> = {}) => check(text, {}, given).risk;

  test('grows with the number of dangerous constructs, and names them', () => {
    const one = risk(change('a.c', [], ['system("x");']));
    const two = risk(change('a.c', [], ['system("x");', '#pragma GCC diagnostic ignored "-W"']));
    expect(two.score).toBeGreaterThan(one.score);
    expect(two.parts.find(({ name }) => name === 'constructs')?.because).toBe('shell-call, silenced-diagnostics');
  });

  test('of a file that starts the device is lower with a confident analysis', () => {
    const text = change('startup.s', ['a'], ['b']);
    expect(risk(text, { confidence: 0.9 }).score).toBeLessThan(risk(text, { confidence: 0.4 }).score);
  });

  test('is the sum of its parts and at most 1', () => {
    const lines = Array.from({ length: 400 }, () => 'system("x"); strcpy(a, b); asm("nop");');
    const { score, parts } = risk(change('boot/startup.c', [], lines), { confidence: 0 });
    expect(score).toBe(1);
    expect(parts.reduce((sum, { value, weight }) => sum + value * weight, 0)).toBeGreaterThan(1);
  });
});
