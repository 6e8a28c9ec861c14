import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSshMachine } from '#server/testing/boards/ssh-machine.ts';
import { openDriver } from '../open-driver.ts';
import { benchIn } from '../testing/bench.ts';

let folder: string;
let machine: Awaited<ReturnType<typeof startSshMachine>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmloop-ssh-'));
  machine = await startSshMachine(folder);
});

afterAll(async () => {
  await machine.stop();
  await rm(folder, { recursive: true });
});

const run = (changes: object, secrets: Readonly<Record<string, string>>) =>
  openDriver({ ...machine.connection, ...changes }, benchIn(folder, secrets)).commands?.run(
    { argv: ['true'], env: {}, deadlineMs: 10_000, outputCapBytes: 1_000 },
    { signal: AbortSignal.timeout(10_000), onBytes: () => undefined },
  );

test('another machine at the address is refused before anything is sent to it', async () => {
  const end = await run({ host_key: `SHA256:${'a'.repeat(43)}` }, { bench: machine.key });
  expect(end?.broken).toMatch(/not the one that the inventory knows/);
});

test('a runner without the key says which secret it lacks', async () => {
  expect((await run({}, {}))?.broken).toBe('this runner has no secret bench');
});

test('values of the environment and words of the command arrive as they are', async () => {
  const heard: Buffer[] = [];
  const words = ["it's", '$HOME', '`id`', 'a b', ''];
  await openDriver(machine.connection, benchIn(folder, { bench: machine.key })).commands?.run(
    {
      argv: ['sh', '-c', 'printf "%s|" "$VALUE" "$@"', 'sh', ...words],
      env: { VALUE: "x'; exit 9; '" },
      deadlineMs: 10_000,
      outputCapBytes: 1_000,
    },
    { signal: AbortSignal.timeout(10_000), onBytes: (_stream, bytes) => void heard.push(bytes) },
  );
  expect(Buffer.concat(heard).toString()).toBe("x'; exit 9; '|it's|$HOME|`id`|a b||");
});
