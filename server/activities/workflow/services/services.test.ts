import { describe, expect, onTestFinished, test } from 'vitest';
import type { ServiceConfig } from '#lib/config/sections/workflow-services.ts';
import type { Action } from '#lib/workflow/action.ts';
import { type Reply, scriptedService } from '#server/testing/workflow-services.ts';
import type { ServiceAnswer } from './answer.ts';
import { post } from './post.ts';
import { readActions } from './read-actions.ts';
import { readPlanning } from './read-planning.ts';
import { withTries } from './with-tries.ts';

const never = new AbortController().signal;
const config = (url: string, limits: Partial<ServiceConfig> = {}): ServiceConfig => ({
  ...{ use: 'service', url, timeout: 30_000, silence: 10_000, tries: 3 },
  ...limits,
});

async function told<Value>(
  reply: Reply,
  read: (response: Response) => Promise<ServiceAnswer<Value>>,
  limits: Partial<ServiceConfig> = {},
): Promise<ServiceAnswer<Value>> {
  const service = await scriptedService(() => reply);
  onTestFinished(() => service.close());
  return await post(config(service.url, limits), { question: {}, key: null }, read, never);
}

const add = { action: { action: 'add', content: 'x', shot_type: 'dialogue' } };
const reasonOf = (answer: ServiceAnswer<unknown>) =>
  answer.outcome === 'answered' ? '' : `${answer.outcome}: ${answer.reason}`;

describe('Generating', () => {
  test.each<[string, Reply]>([
    ['lines', { lines: [add, add] }],
    ['lines without the last line end', { text: `${JSON.stringify(add)}\n\n${JSON.stringify(add)}` }],
    ['one object', { json: { actions: [add.action, add.action] } }],
    ['actions in envelopes', { json: { actions: [add, add] } }],
  ])('is understood in %s', async (_, reply) => {
    const said = await told(reply, readActions);
    const value: readonly Action[] = said.outcome === 'answered' ? said.value : [];
    expect(value).toEqual([add.action, add.action]);
  });

  test.each<[string, Reply, RegExp]>([
    [
      'half a line',
      { text: '{"action": {"action": "add", "content": "x"}}\n{"act' },
      /unreadable: .*breaks off .* after action 1/,
    ],
    ['a line that is no JSON', { text: 'well,\nyou know\n' }, /unreadable: .*a line after action 0 is no JSON/],
    ['an unknown action', { lines: [{ action: { action: 'dance' } }] }, /unreadable: .*action 1 is unknown: "dance"/],
    [
      'an action without content',
      { lines: [{ action: { action: 'add' } }] },
      /unreadable: .*action 1 \(add\) cannot be read: content/,
    ],
    ['a stream that never ends', { endless: JSON.stringify(add) }, /unreadable: .*more than 200 actions/],
    ['a line that never ends', { endless: ' '.repeat(100_000) }, /unavailable: .*more than 16777216 bytes/],
    ['silence', { silent: true }, /unavailable: .*silent for 0\.1 s/],
    ['a connection that is cut', { cut: true }, /unavailable/],
    ['an overload', { json: {}, status: 503 }, /unavailable: .*answers 503/],
    ['a refusal', { json: {}, status: 403 }, /refused: .*answers 403/],
  ])('that gives %s is a stated outcome', async (_, reply, reason) => {
    const limits = 'silent' in reply ? { silence: 100 } : {};
    expect(reasonOf(await told(reply, readActions, limits))).toMatch(reason);
  });
});

describe('Planning', () => {
  test('is heard with fields that nobody knows, and with a 409', async () => {
    const json = { targetAchieved: true, note: 'x', location: { current: { stage_id: 's' } } };
    expect(await told({ json, status: 409 }, readPlanning)).toMatchObject({ outcome: 'answered', value: json });
  });

  test('that answers nonsense is unreadable', async () => {
    expect(reasonOf(await told({ json: { targetAchieved: 'maybe' } }, readPlanning))).toMatch(
      /unreadable: .*targetAchieved/,
    );
  });

  test('at a private address is not asked unless the runner allows it', async () => {
    const asked = await post(config('http://10.0.0.1/planning'), { question: {}, key: null }, readPlanning, never);
    expect(reasonOf(asked)).toMatch(/10\.0\.0\.1 is no well-known provider: name it in FIRMLOOP_AGENT_HOSTS/);
  });

  test('down for five minutes is waited for, twice as long each time', async () => {
    let clock = 0;
    const waits: number[] = [];
    const answer = await withTries(
      async (): Promise<ServiceAnswer<string>> =>
        clock < 300_000 ? { outcome: 'unavailable', reason: 'refused' } : { outcome: 'answered', value: 'back' },
      {
        tries: 10,
        signal: never,
        say: () => undefined,
        wait: async (ms) => {
          waits.push(ms);
          clock += ms;
        },
      },
    );
    expect(answer).toEqual({ outcome: 'answered', value: 'back' });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256].map((seconds) => seconds * 1_000));
  });

  test('is not asked again once it has refused, and is left at once when nobody wants the answer any more', async () => {
    let asked = 0;
    const refused = async (): Promise<ServiceAnswer<never>> => {
      asked += 1;
      return { outcome: 'refused', reason: 'no' };
    };
    await withTries(refused, { tries: 3, signal: never, say: () => undefined });
    expect(asked).toBe(1);
    const stop = new AbortController();
    const waiting = withTries(async (): Promise<ServiceAnswer<never>> => ({ outcome: 'unavailable', reason: 'down' }), {
      tries: 3,
      signal: stop.signal,
      say: () => stop.abort(),
    });
    await expect(waiting).rejects.toThrow(/abort/i);
  });
});
