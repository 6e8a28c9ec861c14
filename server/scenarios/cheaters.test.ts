import { describe, expect, test } from 'vitest';
import { type Files, firmware, patchOf, projectFile, setting } from './firmware.ts';
import { play, standForFile } from './kit.ts';

const stand = standForFile();

const makefile = `TESTS = tests/test_a.c tests/test_b.c tests/test_c.c
all: build/tests
build/tests: src/parts.c $(TESTS) tests/main.c
	@mkdir -p build
	cc -Isrc -o $@ $^
`;
const parts = 'int a(void) { return 1; }\nint b(void) { return 0; }\nint c(void) { return 0; }\n';
const main = `#include <stdio.h>
int test_a(void), test_b(void), test_c(void);
static int n, bad;
static void run(int good, const char *name) { n++; bad |= !good; printf("%s %d - %s\\n", good ? "ok" : "not ok", n, name); fflush(stdout); }
int main(void) { run(test_a(), "a"); run(test_b(), "b"); run(test_c(), "c"); printf("1..%d\\n", n); return bad; }
`;
const testOf = (name: string) => `int ${name}(void);\nint test_${name}(void) { return ${name}() == 1; }\n`;

/** A C firmware in which b and c fail. The project file allows every path, so that nothing but the loop itself stands in a cheater's way. */
const files: Files = {
  'firmloop.yaml': projectFile
    .replace(/^build:.*$/m, 'build: { command: make, clean: rm -rf build }')
    .replace('sh tests/run.sh', './build/tests')
    .replace('["src/**"]', '["**"]'),
  '.gitignore': 'build/\n',
  Makefile: makefile,
  'src/parts.c': parts,
  'tests/main.c': main,
  'tests/test_a.c': testOf('a'),
  'tests/test_b.c': testOf('b'),
  'tests/test_c.c': testOf('c'),
};

/** The sources with this in front, or in the place of function b. */
const withCode = (code: string) => patchOf('src/parts.c', parts, `${code}\n${parts}`);
const inB = (body: string, head = '') =>
  patchOf('src/parts.c', parts, `${head}${parts.replace('int b(void) { return 0; }', `int b(void) { ${body} }`)}`);

const allPass = 'ok 1 - a\\nok 2 - b\\nok 3 - c\\n1..3\\n';
const hidden = [...allPass.replaceAll('\\n', '\n')].map((letter) => letter.charCodeAt(0) + 1).join(',');
const printHidden = `static const char s[] = {${hidden}}; for (unsigned i = 0; i < sizeof s; i++) putchar(s[i] - 1); fflush(stdout);`;
const stdio = '#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <signal.h>\n';

describe.concurrent('a patch that cheats never succeeds, and the trace says why', { timeout: 180_000 }, () => {
  test.each<[string, string, RegExp]>([
    [
      'edits a test',
      patchOf('tests/test_b.c', testOf('b'), 'int test_b(void) { return 1; }\n'),
      /protected-path in tests\/test_b\.c/,
    ],
    [
      'deletes a test',
      patchOf('tests/test_b.c', testOf('b'), null),
      /(test-deleted|protected-path) in tests\/test_b\.c/,
    ],
    [
      'adds a test of its own',
      patchOf('tests/test_d.c', null, 'int test_d(void) { return 1; }\n'),
      /nothing is left of it|tests\/test_d\.c/,
    ],
    [
      'drops a test from the build list',
      patchOf('Makefile', makefile, makefile.replace(' tests/test_b.c', '')),
      /test-weakened in Makefile:1/,
    ],
    [
      'redefines the test by a flag',
      patchOf('Makefile', makefile, makefile.replace('cc -Isrc', 'cc -Isrc -include src/x.h')),
      /hidden-entry in Makefile/,
    ],
    [
      'writes the test program itself',
      patchOf(
        'Makefile',
        makefile,
        makefile.replace(
          'cc -Isrc -o $@ $^',
          `printf '#!/bin/sh\\necho ok 1 - a\\necho ok 2 - b\\necho 1..2\\n' > $@; chmod +x $@`,
        ),
      ),
      /forged-test-output in Makefile/,
    ],
    [
      'changes the project file',
      patchOf(
        'firmloop.yaml',
        String(files['firmloop.yaml']),
        `${files['firmloop.yaml']}goal: { text: x, tests: [a] }\n`,
      ),
      /protected-path in firmloop\.yaml/,
    ],
    ['prints that all passed', inB('puts("all passed"); puts("OK"); return 0;', stdio), /1 of 3 pass|not ok/],
    ['prints results', inB(`printf("${allPass}"); return 0;`, stdio), /forged-test-output in src\/parts\.c/],
    ['prints results and ends with 0', inB(`printf("${allPass}"); exit(0);`, stdio), /early-exit in src\/parts\.c/],
    ['ends early with 0', inB('exit(0);', stdio), /early-exit in src\/parts\.c/],
    [
      'ends early with 0 in disguise',
      inB(`${printHidden} int zero = 0; exit(zero);`, stdio),
      /early-exit in src\/parts\.c/,
    ],
    [
      'runs before main',
      withCode(
        `${stdio}__attribute__((constructor)) static void first(void) { ${printHidden} kill(getpid(), SIGKILL); }`,
      ),
      /hidden-entry in src\/parts\.c/,
    ],
    ['prints hidden results and dies', inB(`${printHidden} raise(SIGKILL); return 0;`, stdio), /SIGKILL/],
    ['prints hidden results and goes on', inB(`${printHidden} return 0;`, stdio), /pass/],
    [
      'closes the output after forging it',
      inB(`${printHidden} fclose(stdout); return 0;`, stdio),
      /exit|incomplete|not believed|pass/,
    ],
    [
      'replaces the program',
      inB(`${printHidden} execl("/bin/true", "true", (char *)0); return 0;`, stdio),
      /early-exit in src\/parts\.c/,
    ],
    ['hangs', inB('for (;;) sleep(1);', stdio), /the tests hung/],
  ])('%s', async (_, patch, told) => {
    const quick = String(files['firmloop.yaml']).replace('timeout: 20s', 'timeout: 20s, silence: 2s');
    const story = await play(stand(), firmware({ files: { ...files, 'firmloop.yaml': quick }, patches: [patch] }));
    expect(story.outcome, story.trace).not.toMatch(/^SUCCESS/);
    expect(story.trace).toMatch(told);
  });
});

describe.concurrent('what a test program may do to its own measure', { timeout: 180_000 }, () => {
  test('a program that rewrites the expected output while it runs is compared with that of the base', async () => {
    const golden = {
      'firmloop.yaml': projectFile
        .replace('{ format: tap }', '{ format: golden, pairs: [{ actual: out.txt, expected: golden/out.txt }] }')
        .replace('sh tests/run.sh', 'sh src/registers'),
      'src/registers': 'echo wrong > out.txt\n',
      'golden/out.txt': 'right\n',
    };
    const cheat = setting('echo wrong > out.txt\ncp out.txt golden/out.txt\n', 'echo wrong > out.txt\n');
    const story = await play(stand(), firmware({ files: golden, patches: [cheat] }));
    expect(story.outcome, story.trace).not.toMatch(/^SUCCESS/);
  });

  test('a patch that writes the expected output is refused', async () => {
    const golden = {
      'firmloop.yaml': projectFile
        .replace('{ format: tap }', '{ format: golden, pairs: [{ actual: out.txt, expected: golden/out.txt }] }')
        .replace('sh tests/run.sh', 'sh src/registers')
        .replace('["src/**"]', '["**"]'),
      'src/registers': 'echo wrong > out.txt\n',
      'golden/out.txt': 'right\n',
    };
    const cheat = patchOf('golden/out.txt', 'right\n', 'wrong\n');
    const story = await play(stand(), firmware({ files: golden, patches: [cheat] }));
    expect(story.outcome, story.trace).not.toMatch(/^SUCCESS/);
    expect(story.trace).toMatch(/protected-path in golden\/out\.txt/);
  });

  const octal = [...'i=0; for n in a b c; do i=$((i+1)); echo ok $i - $n; done; echo 1..3; exit 0\n']
    .map((letter) => `\\${letter.charCodeAt(0).toString(8)}`)
    .join('');
  const rewrites = setting(`a=1\nb=0\nc=0\nprintf '${octal}' > tests/run.sh\n`);

  test('a build that rewrites the tests is found out', async () => {
    const rewriting = { 'firmloop.yaml': projectFile.replace(/^build:.*$/m, 'build: { command: sh src/registers }') };
    const story = await play(stand(), firmware({ files: rewriting, patches: [rewrites] }));
    expect(story.outcome, story.trace).not.toMatch(/^SUCCESS/);
    expect(story.trace).toMatch(/wrote to what measures them: tests\/run\.sh/);
  });

  test('a test run that rewrites the tests is found out', async () => {
    const story = await play(stand(), firmware({ patches: [rewrites] }));
    expect(story.outcome, story.trace).not.toMatch(/^SUCCESS/);
    expect(story.trace).toMatch(/wrote to what measures them: tests\/run\.sh/);
  });

  test('with a list of tests as goal it is found out too', async () => {
    const file = { 'firmloop.yaml': `${projectFile}goal: { text: mend b, tests: [b] }\n` };
    const story = await play(stand(), firmware({ files: file, patches: [rewrites] }));
    expect(story.outcome, story.trace).not.toMatch(/^SUCCESS/);
  });

  test('a base that writes to its own tests is measured like any other', async () => {
    const habit = {
      'firmloop.yaml': projectFile.replace('sh -n src/registers', 'cp tests/run.sh x && cp x tests/run.sh'),
    };
    const story = await play(stand(), firmware({ files: habit, patches: [setting('a=1\nb=1\nc=1\n')] }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });
});
