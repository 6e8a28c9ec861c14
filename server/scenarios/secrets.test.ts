import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firmware, projectFile, setting } from './firmware.ts';
import { play, printed, standForFile } from './kit.ts';
import { placesOf } from './places-of.ts';

/** As a token of the host that the runner knows by its name. */
const canary = 'canary-7f3a9c1e5b2d';
process.env.FIRMLOOP_TEST_TOKEN = canary;
const stand = standForFile({ secrets: [canary] });

test('a secret of the host that build and tests get hold of is stored nowhere', async () => {
  const { home } = stand();
  mkdirSync(join(home, 'private'), { recursive: true });
  writeFileSync(join(home, 'private/token'), canary);
  const spy = `env; cat /proc/1/environ /proc/$PPID/environ /proc/*/environ 2>/dev/null | tr '\\0' '\\n'; cat ${home}/private/token; echo "$DATABASE_URL $FIRMLOOP_TEST_TOKEN"`;
  const leak = `echo "error: token ${canary.slice(0, 9)}""${canary.slice(9)} refused" >&2; printf '${canary.slice(0, 9)}'; sleep 0.3; printf '${canary.slice(9)}\\n'`;
  const story = await play(
    stand(),
    firmware({
      files: {
        'firmloop.yaml': projectFile
          .replace('sh -n src/registers', 'sh tests/spy.sh')
          .replace('sh tests/run.sh', 'sh tests/spy.sh; sh tests/run.sh'),
        'tests/spy.sh': `${spy}\n${leak}\n`,
      },
      patches: [setting('a=1\nb=1\nc=1\n')],
    }),
  );
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(await placesOf(stand().pool, canary)).toEqual([]);
  const log = await printed(stand(), story.runId);
  expect(log).toContain('token [redacted] refused');
  expect(log).not.toContain('DATABASE_URL=');
  expect(log).not.toContain('FIRMLOOP_TEST_TOKEN=');
});

test('a secret in the message of a failing test, in its name and in a report file is stored nowhere', async () => {
  const told = `${canary.slice(0, 6)}""${canary.slice(6)}`;
  const story = await play(
    stand(),
    firmware({
      files: {
        'firmloop.yaml': projectFile.replace('{ format: tap }', '{ format: junit, from: file, files: ["*.xml"] }'),
        'tests/run.sh': `echo "<testsuite><testcase name=\\"login ${told}\\"><failure message=\\"bad ${told}\\">${told}</failure></testcase></testsuite>" > out.xml\n`,
      },
      patches: [setting('a=1\nb=1\nc=1\n')],
    }),
  );
  expect(story.outcome, story.trace).not.toBe('SUCCESS');
  expect(await placesOf(stand().pool, canary)).toEqual([]);
});

test("the compiler's error that names a secret is stored without it", async () => {
  const told = `${canary.slice(0, 6)}""${canary.slice(6)}`;
  const story = await play(
    stand(),
    firmware({
      files: {
        'firmloop.yaml': projectFile.replace('sh -n src/registers', 'sh src/build.sh'),
        'src/build.sh': `echo "src/a.c:1:1: error: ${told}" >&2; exit 1\n`,
      },
      patches: [setting('a=1\nb=1\nc=1\n')],
    }),
  );
  expect(story.outcome).toBe('FAILURE');
  expect(await placesOf(stand().pool, canary)).toEqual([]);
});

test('a kept build artifact that holds a secret is stored without it', async () => {
  const told = `${canary.slice(0, 6)}""${canary.slice(6)}`;
  await play(
    stand(),
    firmware({
      files: {
        'firmloop.yaml': projectFile.replace(
          'sh -n src/registers',
          `'echo "key=${told}" > app.map', artifacts: ["*.map"]`,
        ),
      },
      patches: [setting('a=1\nb=1\nc=1\n')],
    }),
  );
  expect(await placesOf(stand().pool, canary)).toEqual([]);
});
