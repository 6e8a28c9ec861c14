import { describe, expect, test } from 'vitest';
import { firmware, projectFile, setting } from './firmware.ts';
import { play, printed, standForFile } from './kit.ts';

const stand = standForFile();
const good = [setting('a=1\nb=1\nc=1\n')];

/** The project file with another build. */
function builtBy(build: string, more = ''): Record<string, string> {
  return { 'firmloop.yaml': projectFile.replace(/^build:.*$/m, `build: ${build}`) + more };
}

describe.concurrent('builds', { timeout: 180_000 }, () => {
  test('a build that never ends is stopped at its deadline, and three of them end the run', async () => {
    const story = await play(
      stand(),
      firmware({ files: builtBy('{ command: sleep 600, timeout: 1s }'), patches: good }),
    );
    expect(story).toMatchObject({ outcome: 'FAILURE', exitCode: 1 });
    expect(story.trace).toMatch(/does not build.*1 s|1000 ms|deadline/);
  });

  test('a build that falls silent is stopped', async () => {
    const story = await play(
      stand(),
      firmware({ files: builtBy('{ command: "echo begun; sleep 600", silence: 1s }'), patches: good }),
    );
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.trace).toMatch(/silen|no output|printed nothing/);
  });

  test('a build that prints 200 MB is cut off at the cap and called by its name', async () => {
    const story = await play(
      stand(),
      firmware({
        files: builtBy(
          '{ command: "head -c 200000000 /dev/zero | tr \'\\\\0\' x" }',
          'limits: { log_size: 2MB, max_iterations: 1 }\n',
        ),
        patches: good,
      }),
    );
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toContain('it printed more than 2000000 bytes');
    expect((await printed(stand(), story.runId)).length).toBeLessThan(20_000_000);
  });

  test('a missing compiler ends the run at once and says how to get it', async () => {
    const story = await play(
      stand(),
      firmware({ files: builtBy('{ command: make, requires: [arm-none-eabi-gcc-99] }'), patches: good }),
    );
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/arm-none-eabi-gcc-99 is missing.*apt-get install/);
  });

  test('a compiler that only the build looks for is named as well', async () => {
    const story = await play(
      stand(),
      firmware({
        files: { ...builtBy('{ command: make }'), Makefile: 'all:\n\tno-such-cc -c src/registers\n' },
        patches: good,
      }),
    );
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/no-such-cc is missing/);
  });

  test('a patch that does not build spends its iteration and is taken back', async () => {
    const story = await play(stand(), firmware({ patches: [setting('a=1\nb=1\nif\n'), setting('a=1\nb=1\nc=1\n')] }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.iterations.map(({ counts, reason }) => counts?.passed ?? reason)).toEqual([
      1,
      expect.stringMatching(/^does not build: .*(syntax|unexpected)/i),
      3,
      3,
    ]);
  });

  test('git describe works in a build', async () => {
    const story = await play(
      stand(),
      firmware({
        files: builtBy('{ command: "git describe --always && git log --oneline | head -1" }'),
        patches: good,
      }),
    );
    expect(story.trace).not.toMatch(/does not build/);
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });

  test('a build that resets, commits and removes its git harms nothing', async () => {
    const story = await play(
      stand(),
      firmware({
        files: builtBy('{ command: "git commit --quiet --allow-empty -m forged && git stash --quiet; rm -rf .git" }'),
        patches: good,
      }),
    );
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });
});

describe.concurrent('new compiler warnings', { timeout: 180_000 }, () => {
  const program = 'int a(void);\nint a(void) { return 1; }\n';
  const warns = 'int b(void);\nint b(void) { int unused; return 1; }\n';
  const clean = 'int b(void);\nint b(void) { return 1; }\n';
  const broken = 'int b(void);\nint b(void) { return 0; }\n';
  const files = {
    'firmloop.yaml': projectFile
      .replace(/^build:.*$/m, 'build: { command: make, clean: make clean }')
      .replace(/test: [^,]*/, 'test: ./build/tests'),
    '.gitignore': 'build/\n',
    Makefile:
      'all: build/tests\nbuild/%.o: src/%.c\n\t@mkdir -p build\n\tcc -Wall -c $< -o $@\nbuild/tests: build/a.o build/b.o build/c.o tests/main.c\n\tcc $^ -o $@\nclean:\n\trm -rf build\n',
    'src/a.c': program,
    'src/b.c': broken,
    'src/c.c': 'int c(void);\nint c(void) { return 0; }\n',
    'tests/main.c':
      '#include <stdio.h>\nint a(void); int b(void); int c(void);\nstatic int n, bad;\nstatic void is(int got, const char *name) { n++; bad |= !got; printf("%s %d - %s\\n", got ? "ok" : "not ok", n, name); }\nint main(void) { is(a(), "a"); is(b(), "b"); is(c(), "c"); printf("1..%d\\n", n); return bad; }\n',
  };
  const mendB = (text: string) =>
    `mends b\n\n--- a/src/b.c\n+++ b/src/b.c\n@@ -1,2 +1,2 @@\n int b(void);\n-int b(void) { return 0; }\n+${text.split('\n')[1]}\n`;
  const mendC =
    'mends c\n\n--- a/src/c.c\n+++ b/src/c.c\n@@ -1,2 +1,2 @@\n int c(void);\n-int c(void) { return 0; }\n+int c(void) { return 1; }\n';

  test('one that an earlier patch brought is still counted when only another file is compiled', async () => {
    const story = await play(stand(), firmware({ files, patches: [mendB(warns), mendC] }));
    expect(story.outcome, story.trace).not.toBe('SUCCESS');
    expect(story.trace).toContain('1 new compiler warning');
  });

  test('without one the run succeeds', async () => {
    const story = await play(stand(), firmware({ files, patches: [mendB(clean), mendC] }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });

  test('one that a later patch takes away no longer counts', async () => {
    const tidy = `tidies\n\n--- a/src/b.c\n+++ b/src/b.c\n@@ -1,2 +1,2 @@\n int b(void);\n-${warns.split('\n')[1]}\n+${clean.split('\n')[1]}\n`;
    const story = await play(stand(), firmware({ files, patches: [mendB(warns), mendC, tidy] }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });
});
