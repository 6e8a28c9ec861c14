import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, work } from '#lib/agents/tasks/common.ts';
import { busySecondMs } from '#server/testing/busy-second.ts';
import { agentConfig, callOf, poolForFile } from '../testing.ts';
import { cliAgent } from './cli.ts';
import { presets } from './presets.ts';
import { readOutput } from './read-output.ts';

const pool = poolForFile();
const order = { order: 'set a to 1', constraints: [], context: '' };

/** Runs a shell script in the place of a coding agent. */
async function plays(script: string, more: Readonly<Record<string, unknown>> = {}, secrets: readonly string[] = []) {
  const config = agentConfig({ use: 'cli', command: ['sh', './agent.sh'], ...more });
  const made = callOf(pool(), config, { files: { 'a.c': 'int a;\n', 'agent.sh': script }, secrets });
  chmodSync(join(made.folder, 'agent.sh'), 0o755);
  return { ...made, said: () => cliAgent.perform(work, order, made.call) };
}

const transcript = (name: string) => readFileSync(new URL(`transcripts/${name}`, import.meta.url));

describe('what coding agents print', () => {
  test.each([
    ['claude-code', 'claude-code.jsonl', { uncachedInput: 300, output: 60 }, 0.0018, 'Edit /firmware/a.c'],
    ['codex', 'codex.jsonl', { uncachedInput: 200, output: 40 }, null, '$ /bin/bash'],
    ['opencode', 'opencode.jsonl', { uncachedInput: 300, output: 60 }, null, 'edit'],
    ['gemini', 'gemini.jsonl', { uncachedInput: 200, cacheRead: 100, output: 60 }, null, 'replace'],
    ['aider', 'aider.txt', { uncachedInput: 3_500, cacheRead: 600, output: 158 }, 0.0035, null],
  ] as const)('%s: its last words, its tokens, its money and what it did', (preset, file, tokens, money, did) => {
    const lines: string[] = [];
    const reader = readOutput(presets[preset], (line) => lines.push(line));
    for (const byte of transcript(file)) reader.push(Buffer.from([byte]));
    const report = reader.end();
    expect(report.text).toContain('{"summary":"set a"}');
    expect(report.tokens).toMatchObject(tokens);
    expect(money === null ? report.money : report.money?.toFixed(4)).toBe(money === null ? null : money.toFixed(4));
    if (did !== null) expect(lines.join('\n')).toContain(did);
    if (presets[preset].read !== null) expect(report.done).toBe('well');
  });

  test('noise between messages, unknown messages and a missing last line end are passed over', () => {
    const reader = readOutput(presets.codex, () => undefined);
    reader.push(Buffer.from('warning: é\n{"type":"new.thing"}\n{broken\n'));
    reader.push(Buffer.from('{"type":"item.completed","item":{"type":"agent_message","text":"done"}}\n'));
    reader.push(Buffer.from('{"type":"turn.failed","error":{"message":"stream disconnected"}}'));
    expect(reader.end()).toMatchObject({ text: 'done', done: { because: 'stream disconnected' } });
  });
});

describe('a coding agent of any kind', () => {
  test('gets its task on its standard input, edits the folder, and answers with its last JSON', async () => {
    const { said, folder } = await plays(
      `cat > task.txt; sed -i 's/int a/int a = 1/' a.c; echo 'Done: {"summary": "set a"}'`,
    );
    expect(await said()).toMatchObject({ outcome: 'answered', answer: { summary: 'set a' } });
    expect(readFileSync(join(folder, 'a.c'), 'utf8')).toBe('int a = 1;\n');
    expect(readFileSync(join(folder, 'task.txt'), 'utf8')).toMatch(/set a to 1[\s\S]*JSON Schema/);
  });

  test('that answers in its own words is shown with them', async () => {
    const { said } = await plays(`echo 'I set a.'; echo 'All good.'`);
    expect(await said()).toMatchObject({ outcome: 'answered', answer: { summary: 'I set a.' }, words: /All good/ });
  });

  test('that is asked a question and talks is unreadable', async () => {
    const { call } = await plays('echo maybe');
    const said = await cliAgent.perform(ask, { question: 'Go on?', options: [], context: '' }, call);
    expect(said).toMatchObject({ outcome: 'unreadable', reason: expect.stringMatching(/no JSON object: maybe/) });
  });

  test.each<[string, string, Readonly<Record<string, unknown>>, RegExp]>([
    ['fails', 'echo bad >&2; exit 3', {}, /agent's program: .*3/],
    ['never ends', 'while :; do echo .; sleep 0.1; done', { timeout: '500ms' }, /500 ms|0\.5 s|deadline/],
    ['falls silent', 'sleep 60', { silence: '500ms' }, /500 ms|0\.5 s|silen|printed nothing/],
    ['waits for input', 'cat > /dev/null; read line; echo "got $line"; exit 4', {}, /4/],
    ['is not there', '', { command: ['no-such-agent'] }, /no-such-agent is not there: install it/],
    ['lacks its key', '', { keys: ['FIRMLOOP_AGENT_NO_KEY'] }, /FIRMLOOP_AGENT_NO_KEY is not set/],
    ['says nothing of its end', 'echo "{}"', { preset: 'codex' }, /without saying that it is done/],
  ])('that %s fails with that reason', async (_, script, more, reason) => {
    expect(await (await plays(script, more)).said()).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(reason),
    });
  });

  test('sees no variable and no file of the runner, and what it prints is redacted', async () => {
    process.env.FIRMLOOP_AGENT_TEST_KEY = 'hunter2-secret';
    process.env.OTHER_API_KEY = 'never-to-be-seen';
    const script = 'env; ls /root /home 2>&1; echo "key: $FIRMLOOP_AGENT_TEST_KEY" > key.txt';
    const { said, lines, folder } = await plays(script, { keys: ['FIRMLOOP_AGENT_TEST_KEY'] });
    await said();
    const printed = lines.join('\n');
    expect(printed).not.toMatch(/never-to-be-seen|DATABASE_URL/);
    expect(printed).toContain('HOME=/firmloop-home');
    expect(readFileSync(join(folder, 'key.txt'), 'utf8')).toBe('key: hunter2-secret\n');
  });

  test('is gone within a second when it is cancelled, with all that it started', async () => {
    const { said, abort, lines, folder } = await plays(
      `trap '' TERM; (setsid sh -c 'trap "" TERM; while :; do date +%s%N > alive; sleep 0.05; done' &); echo up; while :; do sleep 1; done`,
    );
    const asked = said();
    await expect.poll(() => lines.join('').includes('up')).toBe(true);
    await expect.poll(() => readSafely(join(folder, 'alive'))).not.toBe('');
    const begin = performance.now();
    abort();
    await expect(asked).rejects.toThrow();
    expect(performance.now() - begin).toBeLessThan(busySecondMs);
    const last = readSafely(join(folder, 'alive'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(readSafely(join(folder, 'alive'))).toBe(last);
  });
});

function readSafely(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
