import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openCommandStream } from './command-stream.ts';
import { findMarked } from './marker-sweep.ts';
import { trialSpec } from './testing/trial.ts';

const talk = (argv: Parameters<typeof trialSpec>[0]) => {
  const { stdin: _closed, ...spec } = trialSpec(argv);
  return { ...openCommandStream(spec), marker: spec.marker };
};

test('what is written reaches the command, and its answer is read', async () => {
  const { stream, outcome } = talk(['cat']);
  stream.end('hello\n');
  expect(await text(stream)).toBe('hello\n');
  expect(await outcome).toMatchObject({ endedBy: 'exit', exitCode: 0 });
});

test('a stream that is destroyed takes its command along', async () => {
  const { stream, outcome, marker } = talk({ shell: 'echo up; cat' });
  await once(stream, 'data');
  stream.destroy();
  expect(await outcome).toMatchObject({ endedBy: 'cancelled', survivors: [] });
  expect(await findMarked(marker)).toEqual([]);
});

test('a command that prints for ever waits for its reader', async () => {
  const { stream, outcome } = talk(['yes']);
  await once(stream, 'readable');
  expect(stream.readableLength).toBeLessThan(200_000);
  stream.destroy();
  expect((await outcome).bytes.stdout).toBeLessThan(400_000);
});
