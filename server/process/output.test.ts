import { expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { findMarked } from './marker-sweep.ts';
import { runCommand } from './run-command.ts';
import { trialSpec } from './testing/trial.ts';

test('lets the child wait for a slow consumer, never has two calls open, and does not take that for silence', async () => {
  let open = 0;
  let most = 0;
  const spec = trialSpec({ shell: 'echo a; echo b >&2; head -c 300000 /dev/zero' }, { silenceMs: 500 });
  const outcome = await runCommand(spec, {
    async onChunk() {
      most = Math.max(most, ++open);
      const from = performance.now();
      await eventually('the consumer is done', () => performance.now() - from > 600);
      open -= 1;
    },
  });
  expect(outcome).toMatchObject({ endedBy: 'exit', bytes: { stdout: 300_002, stderr: 2 }, truncated: false });
  expect(most).toBe(1);
});

test('stops the command and rejects with the cause when its consumer fails', async () => {
  const spec = trialSpec({ shell: 'echo a; sleep 60' });
  const failing = runCommand(spec, { onChunk: () => Promise.reject(new Error('disk full')) });
  await expect(failing).rejects.toMatchObject({ cause: { message: 'disk full' } });
  expect(await findMarked(spec.marker)).toEqual([]);
});

test.each([
  {
    name: '200 MB of lines',
    shell: 'yes 0123456789012345678901234567890123456789 | head -c 200000000',
    bytes: 200_000_000,
  },
  { name: 'one line of 50 MB', shell: 'head -c 50000000 /dev/zero | tr "\\0" x', bytes: 50_000_000 },
])('keeps memory flat and the event loop free for $name', async ({ shell, bytes }) => {
  const before = process.memoryUsage.rss();
  let highest = before;
  let last = performance.now();
  let longestPause = 0;
  const heartbeat = setInterval(() => {
    longestPause = Math.max(longestPause, performance.now() - last);
    last = performance.now();
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 10);
  const outcome = await runCommand(trialSpec({ shell }, { outputCapBytes: 1e9 }), { onChunk: () => Promise.resolve() });
  clearInterval(heartbeat);
  expect(outcome).toMatchObject({ endedBy: 'exit', bytes: { stdout: bytes, stderr: 0 }, truncated: false });
  expect(highest - before).toBeLessThan(100_000_000);
  expect(longestPause).toBeLessThan(1_000);
});
