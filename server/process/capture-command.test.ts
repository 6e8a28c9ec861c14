import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { captureCommand } from './capture-command.ts';
import { processTunables } from './tunables.ts';

const marker = 'trial/capture';

test('keeps both outputs apart and whole, with broken characters replaced', async () => {
  const argv = { shell: "printf 'größe'; printf '\\303' >&2; exit 4" };
  const { outcome, stdout, stderr } = await captureCommand({ argv, cwd: tmpdir(), marker });
  expect({ stdout, stderr, exitCode: outcome.exitCode }).toEqual({ stdout: 'größe', stderr: '\ufffd', exitCode: 4 });
});

test('stops a command that prints more than is kept in memory', async () => {
  const { outcome, stdout } = await captureCommand({ argv: ['yes'], cwd: tmpdir(), marker });
  expect(outcome).toMatchObject({ endedBy: 'output-cap', truncated: true });
  expect(stdout).toHaveLength(processTunables.captureBytes);
});

test('hands stdout on byte for byte where it is no text, and keeps the rest', async () => {
  const argv = { shell: "printf '\\303\\000\\377'; printf 'said' >&2" };
  const chunks: Buffer[] = [];
  const onStdout = (bytes: Buffer) => void chunks.push(bytes);
  const { stdout, stderr } = await captureCommand({ argv, cwd: tmpdir(), marker }, { onStdout });
  expect({ stdout, stderr, bytes: [...Buffer.concat(chunks)] }).toEqual({
    stdout: '',
    stderr: 'said',
    bytes: [0xc3, 0, 0xff],
  });
});
