import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { agentConfig } from '../testing.ts';
import { type ModelReply, requestAnswer } from './request.ts';

const json = 'application/json; charset=utf-8';
const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
const message = { role: 'assistant', content: '{"a":1}' };
const whole = { id: 'c1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage };

/** What one request to an endpoint comes to that answers like this. */
async function asks(answer: (response: ServerResponse) => void): Promise<ModelReply> {
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return await requestAnswer({
    ...{ config: agentConfig({ use: 'llm', base_url, model: 'tiny' }), key: null, form: 'json_schema', schema: {} },
    ...{ system: 'be brief', messages: [{ role: 'user', content: 'go' }], signal: AbortSignal.timeout(10_000) },
  });
}

const sends = (body: string | object, type = json) =>
  asks((response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

test.each<[string, object, object]>([
  ['with its usage', whole, { text: '{"a":1}', finish: 'stop', spent: { tokens: { uncachedInput: 12, output: 3 } } }],
  ['that says null for an error', { ...whole, error: null }, { text: '{"a":1}', finish: 'stop' }],
  [
    'without a reason to stop',
    { choices: [{ message }] },
    { text: '{"a":1}', finish: 'stop', spent: { tokens: null } },
  ],
  ['cut at its limit', { choices: [{ message, finish_reason: 'length' }] }, { text: '{"a":1}', finish: 'length' }],
  [
    'whose text comes in parts',
    {
      choices: [
        {
          message: {
            content: [
              { type: 'text', text: '{"a"' },
              { type: 'text', text: ':1}' },
            ],
          },
        },
      ],
    },
    { text: '{"a":1}', finish: 'stop' },
  ],
  ['with nothing in it', { choices: [{ message: { role: 'model', content: null } }] }, { text: '', finish: 'stop' }],
])('one document although a stream was asked for is an answer: %s', async (_, body, expected) => {
  expect(await sends(body)).toMatchObject({ ok: true, ...expected });
});

test.each<[string, string | object, Readonly<Record<string, unknown>>]>([
  ['is empty', '', { trouble: 'the endpoint sends an empty answer', isLost: true }],
  [
    'breaks off',
    JSON.stringify(whole).slice(0, 60),
    { trouble: /^the endpoint sends JSON that breaks off or is none: \{"id/ },
  ],
  ['is a page', '<html>Bad gateway</html>', { trouble: /is none: <html>Bad gateway/, isLost: true }],
  ['is something else', { models: [] }, { trouble: /^the endpoint sends no chat completion: \{"models":\[\]\}$/ }],
  ['has no choice', { ...whole, choices: [] }, { trouble: /^the endpoint sends no chat completion/, isLost: true }],
  ['is null', 'null', { trouble: 'the endpoint sends no chat completion: null', isLost: true }],
  [
    'is an error that names its status',
    { error: { message: 'slow down', code: 429 } },
    { trouble: 'the endpoint answers 429: slow down', status: 429, isLost: false },
  ],
  [
    'is an error in a word',
    { error: 'no such model' },
    { trouble: 'the endpoint answers 400: no such model', status: 400, isLost: false },
  ],
  [
    'is an error with a code of its own',
    { error: { message: 'response_format is unknown', type: 'invalid', code: 'bad_field' } },
    { trouble: 'the endpoint answers 400: response_format is unknown', status: 400 },
  ],
])('a document with status 200 that %s is trouble and says which', async (_, body, { trouble, ...more }) => {
  const said = trouble instanceof RegExp ? expect.stringMatching(trouble) : trouble;
  expect(await sends(body)).toMatchObject({ ok: false, trouble: said, ...more });
});

test('an error with status 200 keeps the rest that it asks for', async () => {
  const reply = await asks((response) => {
    response.writeHead(200, { 'content-type': 'application/problem+json', 'retry-after': '7' });
    response.end('{"error":{"message":"busy","code":"503"}}');
  });
  expect(reply).toMatchObject({ ok: false, status: 503, restMs: 7_000 });
});

test('a document whose connection breaks is lost', async () => {
  const reply = await asks((response) => {
    response.writeHead(200, { 'content-type': json, 'content-length': '9000' });
    response.write('{"choices":[');
    setTimeout(() => response.destroy(), 20);
  });
  expect(reply).toMatchObject({ ok: false, isLost: true });
});

test('a stream is read as one, also one that carries an error', async () => {
  const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
  const delta = { choices: [{ index: 0, delta: message, finish_reason: 'stop' }] };
  expect(await sends(`${event(delta)}data: [DONE]\n\n`, 'text/event-stream')).toMatchObject({
    ok: true,
    text: '{"a":1}',
  });
  const broken = await sends(event({ error: { message: 'out of memory' } }), 'text/event-stream');
  expect(broken).toMatchObject({ ok: false, trouble: expect.stringContaining('out of memory') });
});
