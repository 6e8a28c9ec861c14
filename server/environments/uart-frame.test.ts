import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { play, standForFile } from '#server/scenarios/kit.ts';
import { mustRun, newFolder } from './testing/subjects.ts';

const example = fileURLToPath(new URL('../../examples/uart-frame', import.meta.url));
const stand = standForFile();
const parent = newFolder();
const folder = join(parent, 'uart-frame');

beforeAll(async () => {
  await mustRun(['make', '-s', '-C', example, 'branches', `DIR=${folder}`], parent);
});

afterAll(() => rm(parent, { recursive: true }));

async function artifactsOf(runId: string): Promise<string[]> {
  const { rows } = await stand().pool.query(
    `SELECT name FROM run_artifact WHERE run_id = $1 AND iteration = 0 AND kind = 'file'`,
    [runId],
  );
  return rows.map(({ name }: { name: string }) => name);
}

describe('the loop on emulated firmware', { timeout: 180_000 }, () => {
  test('keeps the two right patches, drops the wrong one and ends in success', async () => {
    const story = await play(stand(), folder);
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.iterations.map(({ counts, kept }) => [counts?.passed, kept])).toEqual([
      [31, null],
      [29, false],
      [33, true],
      [36, true],
      [36, true],
    ]);
    expect(await artifactsOf(story.runId)).toContain('deployed-image');
  });

  test.each([
    ['hangs', /the tests hung: the firmware hung in uart_poll \(src\/uart\.c:\d+\): it printed nothing for 2 s/],
    ['hard-faults', /the firmware took a fault in frame_parser_push \(src\/frame\.c:\d+\); Invalid write at addr/],
    ['exits-early', /the firmware exited with status 0 in the middle of its output/],
    ['stays-silent', /the firmware exited with status 0 and printed nothing at all/],
  ])('says of the branch `%s` what happened and where, and keeps the registers', async (ref, says) => {
    const story = await play(stand(), folder, { ref, maxIterations: 1 });
    expect(story.outcome).not.toBe('SUCCESS');
    expect(story.trace).toMatch(says);
    expect(await artifactsOf(story.runId)).toEqual(expect.arrayContaining(['registers-1.txt', 'console-1.raw']));
  });
});
