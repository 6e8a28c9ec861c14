import { describe, expect, test } from 'vitest';
import type { Policy, PolicyFacts } from './policy.ts';
import type { PolicyRule, Severity } from './rules.ts';
import { addition, change, deletion, rename } from './testing/diffs.ts';
import { judge as check } from './testing/judge.ts';

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
