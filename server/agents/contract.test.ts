import { describe, expect, test } from 'vitest';
import { ask, work } from '#lib/agents/tasks/common.ts';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { busySecondMs } from '#server/testing/busy-second.ts';
import { answers, type Turn } from '#server/testing/model-server/turn.ts';
import type { Files } from '#server/workspace/testing.ts';
import { taskAgentFor } from './task-agents.ts';
import { agentConfig, callOf, modelServer, poolForFile } from './testing.ts';
import { agentServer } from './testing-http.ts';

const pool = poolForFile();
const question = { question: 'Go on?', options: ['yes', 'no'], context: '' };
const order = { order: 'set a', constraints: [], context: '' };
const yes = { answer: 'yes', reason: 'it is safe' };
const mended = { summary: 'sets a' };

/** What an agent is to do: answer a question, mend the file, talk nonsense, or take for ever. */
type Wanted = 'answers' | 'edits' | 'babbles' | 'sleeps';

interface Made {
  readonly config: AgentConfig;
  readonly files: Files;
}

const edit = { file: 'a.c', find: 'int a;', replace: 'int a = 1;' };

const turns: Readonly<Record<Wanted, Turn>> = {
  answers: answers(yes),
  edits: answers({ ...mended, edits: [edit] }),
  babbles: { kind: 'says', text: 'well, you know' },
  sleeps: { kind: 'silence' },
};

const scripts: Readonly<Record<Wanted, string>> = {
  answers: `echo '${JSON.stringify(yes)}'`,
  edits: `sed -i 's/int a;/int a = 1;/' a.c; echo '${JSON.stringify(mended)}'`,
  babbles: 'echo well, you know',
  sleeps: 'sleep 300',
};

const steps: Readonly<Record<Wanted, string>> = {
  answers: `{ task: ask, answer: ${JSON.stringify(yes)} }`,
  edits: `{ task: work, answer: ${JSON.stringify(mended)}, edits: [${JSON.stringify(edit)}] }`,
  babbles: '{ task: ask, unreadable: well }',
  sleeps: '{ task: ask, says: [waits], after: 5m, gives_up: late }',
};

/** Every agent that takes any task, made to do what is wanted. */
const kinds: Readonly<Record<string, (wanted: Wanted) => Promise<Made>>> = {
  playbook: async (wanted) => ({
    config: agentConfig({ use: 'playbook', file: 'play.yaml' }),
    files: { 'play.yaml': `version: 1\nsteps: [${steps[wanted]}]\n` },
  }),
  llm: async (wanted) => {
    const { baseUrl } = await modelServer([turns[wanted]]);
    return { config: agentConfig({ use: 'llm', base_url: baseUrl, model: 'tiny' }), files: {} };
  },
  cli: async (wanted) => ({
    config: agentConfig({ use: 'cli', command: ['sh', '-c', scripts[wanted]] }),
    files: {},
  }),
  http: async (wanted) => {
    const url = await agentServer(wanted, {
      answer: wanted === 'edits' ? mended : yes,
      edits: wanted === 'edits' ? [edit] : [],
    });
    return { config: agentConfig({ use: 'http', url }), files: {} };
  },
};

describe.each(Object.entries(kinds))('an agent of the kind %s', (_, make) => {
  async function made(wanted: Wanted) {
    const { config, files } = await make(wanted);
    const call = callOf(pool(), config, { files: { 'a.c': 'int a;\n', ...files } });
    const agent = taskAgentFor(config);
    if (agent === null) throw new Error('it takes no tasks');
    return { ...call, agent };
  }

  test('answers a question in the form of the task', async () => {
    const { agent, call } = await made('answers');
    expect(await agent.perform(ask, question, call)).toMatchObject({ outcome: 'answered', answer: yes });
  });

  test('changes files in the folder that it is given', async () => {
    const { agent, call, read } = await made('edits');
    expect(await agent.perform(work, order, call)).toMatchObject({ outcome: 'answered', answer: mended });
    expect(read('a.c')).toBe('int a = 1;\n');
  });

  test('says why an answer cannot be read, with a cost that is known or unknown', async () => {
    const { agent, call } = await made('babbles');
    const said = await agent.perform(ask, question, call);
    expect(said).toMatchObject({ outcome: 'unreadable', reason: expect.stringMatching(/./) });
    for (const count of Object.values(said.spent.tokens ?? {})) expect(count).toBeGreaterThanOrEqual(0);
  });

  test('throws within a second of being cancelled', async () => {
    const { agent, call, lines, abort } = await made('sleeps');
    const asked = agent.perform(ask, question, call).catch((error: unknown) => error);
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    const begin = performance.now();
    abort();
    expect(await asked).toBeInstanceOf(Error);
    expect(performance.now() - begin).toBeLessThan(busySecondMs);
  });
});
