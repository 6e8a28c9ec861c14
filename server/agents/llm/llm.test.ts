import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, work } from '#lib/agents/tasks/common.ts';
import { busySecondMs } from '#server/testing/busy-second.ts';
import type { Script } from '#server/testing/model-server/model-server.ts';
import { answers, says, status, type Turn } from '#server/testing/model-server/turn.ts';
import { agentConfig, callOf, modelServer, poolForFile } from '../testing.ts';
import { llmAgent } from './llm.ts';

const pool = poolForFile();
const good = { answer: 'yes', reason: 'it is safe' };
const input = { question: 'Go on?', options: ['yes', 'no'], context: '' };

async function asks(script: Script, more: Readonly<Record<string, unknown>> = {}, secrets: readonly string[] = []) {
  const server = await modelServer(script);
  const config = agentConfig({ use: 'llm', base_url: server.baseUrl, model: 'tiny', ...more });
  const { call, lines } = callOf(pool(), config, { secrets });
  return { server, lines, said: await llmAgent.perform(ask, input, call) };
}

describe.each(['openai', 'anthropic'] as const)('a language model that speaks %s', (api) => {
  test('answers in the form of the task, and its tokens are in buckets of which no two overlap', async () => {
    const usage = { input: 40, cacheRead: 60, output: 20, reasoning: api === 'openai' ? 5 : 0 };
    const price = { input: 1, output: 10, cache_read: 0.1 };
    const { said } = await asks([answers(good, { usage })], { api, price });
    expect(said).toMatchObject({ outcome: 'answered', answer: good });
    expect(said.spent).toMatchObject({
      model: 'tiny',
      tokens: { uncachedInput: 40, cacheRead: 60, cacheWrite: 0, output: 20, reasoning: usage.reasoning },
    });
    expect(said.spent.money).toBeCloseTo((40 + 6 + 200) / 1e6, 12);
  });

  test.each<[string, Turn[], number]>([
    ['a fence around the answer', [says(`Sure!\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\`\n`)], 1],
    ['prose around the answer', [says(`Here: ${JSON.stringify(good)} Bye.`)], 1],
    ['malformed JSON, once', [says('{"answer": "yes", '), answers(good)], 2],
    ['a wrong type, once', [answers({ answer: 7, reason: 'x' }), answers(good)], 2],
    ['an answer cut at its limit, once', [says('{"answer":', { finish: 'length' }), answers(good)], 2],
    [
      'refusals, twice',
      [says('I cannot', { finish: 'refusal' }), says('I cannot', { finish: 'refusal' }), answers(good)],
      3,
    ],
    ['a cut stream, once', [{ kind: 'cut', text: '{"ans' }, answers(good)], 2],
    ['429 with retry-after', [status(429, 'slow down', 0), answers(good)], 2],
    ['500, once', [status(500, 'oops', 0), answers(good)], 2],
  ])('that gives %s still comes to an answer', async (_, script, requests) => {
    const { said, server } = await asks(script, { api });
    expect(said).toMatchObject({ outcome: 'answered', answer: good });
    expect(server.heard).toHaveLength(requests);
  });

  test('is told what was wrong, once, and then asked afresh', async () => {
    const { said, server, lines } = await asks([says('nonsense')], { api });
    expect(said).toMatchObject({
      outcome: 'unreadable',
      reason: expect.stringMatching(/4 tries: the answer holds no JSON/),
    });
    const repairs = server.heard.map(({ text }) => text.includes('cannot be used: the answer holds no JSON object'));
    expect(repairs).toEqual([false, true, false, false]);
    expect(said.spent.tokens).toMatchObject({ uncachedInput: 400, output: 80 });
    expect(lines.join('\n')).toMatch(/bad answer 4 of 4.*\nnonsense/);
  });

  test.each<[string, Script, Readonly<Record<string, unknown>>, RegExp]>([
    ['is busy for ever', [status(429, 'slow down', 0)], {}, /429: slow down \(asked 3 times\)/],
    ['wants an hour of rest', [status(429, 'slow down', 3600)], {}, /wants 3600 s of rest/],
    ['is broken', [status(500, 'oops', 0)], {}, /500: oops \(asked 3 times\)/],
    ['does not know the key', [status(401, 'bad key')], {}, /401: bad key$/],
    ['says nothing', [{ kind: 'silence' }], { silence: '300ms' }, /silent for 0\.3 s/],
    ['stops in the middle', [{ kind: 'silence', after: '{"an' }], { silence: '300ms' }, /silent for 0\.3 s/],
    ['takes too long', [{ kind: 'silence' }], { timeout: '300ms' }, /no whole answer within 0\.3 s/],
  ])('that %s fails with that reason', async (_, script, more, reason) => {
    const { said } = await asks(script, { api, ...more });
    expect(said).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(reason) });
  });
});

describe('a language model', () => {
  test('that cannot be reached is named by its place', async () => {
    const made = callOf(pool(), agentConfig({ use: 'llm', base_url: 'http://127.0.0.1:9/v1', model: 'tiny' }));
    const said = await llmAgent.perform(ask, input, made.call);
    expect(said).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/^127\.0\.0\.1:9: .*asked 3 times/),
    });
  });

  test('is demanded the form that it takes, which is found out once', async () => {
    const script: Script = ({ body }) =>
      body.response_format === undefined ? answers(good) : status(400, 'response_format is not supported');
    const server = await modelServer(script);
    const config = agentConfig({ use: 'llm', base_url: server.baseUrl, model: 'tiny' });
    for (const requests of [3, 4]) {
      const said = await llmAgent.perform(ask, input, callOf(pool(), config).call);
      expect(said.outcome).toBe('answered');
      expect(server.heard).toHaveLength(requests);
    }
  });

  test('sends a strict schema when it may', async () => {
    const { server } = await asks([answers(good)]);
    expect(server.heard[0]?.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { strict: true, schema: { required: ['answer', 'reason'], additionalProperties: false } },
    });
  });

  test('whose usage is not told costs an unknown amount, not nothing', async () => {
    const { said } = await asks([answers(good, { usage: null })], { price: { input: 1, output: 1 } });
    expect(said.spent).toEqual({ tokens: null, money: null, model: 'tiny' });
  });

  test('edits files exactly, and is told when an edit does not fit', async () => {
    const edit = (find: string) => ({ summary: 'mends', edits: [{ file: 'a.c', find, replace: 'int a = 1;' }] });
    const server = await modelServer([answers(edit('int b;')), answers(edit('int a;'))]);
    const config = agentConfig({ use: 'llm', base_url: server.baseUrl, model: 'tiny' });
    const { call, folder } = callOf(pool(), config, { files: { 'a.c': 'int a;\r\nint c;\r\n' } });
    const said = await llmAgent.perform(work, { order: 'set a', constraints: [], context: '' }, call);
    expect(said).toMatchObject({ outcome: 'answered', answer: { summary: 'mends' } });
    expect(server.heard[1]?.text).toContain('a.c: the text to replace does not stand there');
    expect(readFileSync(join(folder, 'a.c'), 'utf8')).toBe('int a = 1;\r\nint c;\r\n');
  });

  test('never sees a secret', async () => {
    const server = await modelServer([answers(good)]);
    const config = agentConfig({ use: 'llm', base_url: server.baseUrl, model: 'tiny' });
    const { call, lines } = callOf(pool(), config, { secrets: ['hunter2-secret'] });
    await llmAgent.perform(ask, { ...input, context: 'the token is hunter2-secret' }, call);
    expect(server.heard[0]?.text).toContain('the token is [redacted]');
    expect(lines.join()).not.toContain('hunter2-secret');
  });

  test('is not asked at a host that nobody allowed, nor without the key that it needs', async () => {
    const elsewhere = agentConfig({ use: 'llm', base_url: 'http://10.0.0.1/v1', model: 'tiny' });
    const keyless = agentConfig({
      use: 'llm',
      base_url: 'http://127.0.0.1:9/v1',
      model: 'm',
      api_key_env: 'NO_SUCH_API_KEY',
    });
    const said = [elsewhere, keyless].map((config) => llmAgent.perform(ask, input, callOf(pool(), config).call));
    expect(await Promise.all(said)).toMatchObject([
      {
        outcome: 'failed',
        reason: expect.stringMatching(/10\.0\.0\.1 is no well-known provider.*FIRMLOOP_AGENT_HOSTS/),
      },
      {
        outcome: 'failed',
        reason: expect.stringMatching(
          /^NO_SUCH_API_KEY is not set: neither in the environment of the runner nor by `firmloop keys set/,
        ),
      },
    ]);
  });

  test('stops within a second when it is cancelled', async () => {
    const server = await modelServer([{ kind: 'silence' }]);
    const config = agentConfig({ use: 'llm', base_url: server.baseUrl, model: 'tiny' });
    const { call, abort } = callOf(pool(), config);
    const said = llmAgent.perform(ask, input, call);
    await expect.poll(() => server.heard.length).toBe(1);
    const begin = performance.now();
    abort();
    await expect(said).rejects.toThrow();
    expect(performance.now() - begin).toBeLessThan(busySecondMs);
    await expect.poll(() => server.left()).toBe(1);
  });
});
