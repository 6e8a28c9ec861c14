import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { read, scratchFolder, userRepository } from '#server/workspace/testing.ts';
import { call, firmloop } from './testing/firmloop.ts';

const files = {
  Makefile: 'run-tests: tests/main.c src/a.c\n\t$(CC) -o $@ $^\ntest: run-tests\n\t./run-tests\n',
  'src/a.c': 'int a(void) { return 1; }\n',
  'tests/main.c':
    '#include <stdio.h>\nint a(void);\nint main(void) {\n  printf("1..2\\nok 1 - one\\n%s 2 - two\\n", a() == 2 ? "ok" : "not ok");\n  return 0;\n}\n',
};

describe('firmloop init', () => {
  test('writes a file that the other commands take, and never over another one', async () => {
    const folder = userRepository(files);
    const written = await firmloop(['init', folder]);
    expect([written.code, written.stderr]).toEqual([0, '']);
    expect(written.stdout).toContain('firmloop.yaml is written');
    const before = read(folder, 'firmloop.yaml');
    expect((await firmloop(['config', folder])).code).toBe(0);

    const again = await firmloop(['init', folder]);
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/firmloop\.yaml exists already.*--force/s);
    expect(read(folder, 'firmloop.yaml')).toBe(before);
    expect((await firmloop(['init', folder, '--force'])).code).toBe(0);
  });

  test('--check writes the format that a trial showed, and --print leaves the folder alone', async () => {
    const folder = userRepository(files);
    const { code, stdout, stderr } = await firmloop(['init', folder, '--check', '--print']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/command: 'make run-tests'[\s\S]*A trial counted 1 of 2 tests passing[\s\S]*format: tap/);
    expect(stderr).toContain('$ make run-tests');
    expect(existsSync(`${folder}/firmloop.yaml`)).toBe(false);
  });

  test('writes nothing when it is interrupted during the trial', async () => {
    const folder = userRepository({ ...files, Makefile: 'test: all\n\t./t\nall:\n\tsleep 60\n' });
    const trial = call(['init', folder, '--check']);
    await trial.saw('$ make all');
    trial.signal('SIGINT');
    expect((await trial.ended).code).toBe(3);
    expect(existsSync(`${folder}/firmloop.yaml`)).toBe(false);
  });

  test('tells how much is left to decide in a folder that it does not understand', async () => {
    const { code, stdout } = await firmloop(['init', scratchFolder()]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/2 things are left to decide/);
  });
});
