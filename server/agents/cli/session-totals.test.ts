import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { session } from '#lib/agents/tasks/session.ts';
import { agentConfig, callOf, poolForFile } from '../testing.ts';
import { cliAgent } from './cli.ts';

const pool = poolForFile();

/** A program that speaks Claude Code's protocol: its session, a word, and what everything has cost so far. */
const program = (id: string, input: number, money: number) => {
  const lines = [
    { type: 'system', subtype: 'init', session_id: id, model: 'm' },
    { type: 'assistant', message: { content: [{ type: 'text', text: 'done' }] }, session_id: id },
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'done',
      session_id: id,
      total_cost_usd: money,
      modelUsage: {
        m: {
          inputTokens: input,
          outputTokens: 10,
          cacheReadInputTokens: 0,
          cacheCreationInputTokens: 0,
          thinkingTokens: 0,
        },
      },
    },
  ];
  return `cat > /dev/null\n${lines.map((line) => `echo '${JSON.stringify(line)}'`).join('\n')}\n`;
};

/** One turn, in a process of its own; what it is said to have cost. */
async function turn(script: string, resume: string | null) {
  const config = agentConfig({ use: 'cli', preset: 'claude-code', command: ['sh', './agent.sh'] });
  const { call, folder } = callOf(pool(), config, { files: { 'agent.sh': script } });
  const link = { resume, folder, hear: () => undefined };
  const said = await cliAgent.perform(session, { instruction: 'go on', story: '' }, { ...call, session: link });
  expect(said.outcome).toBe('answered');
  return said.spent;
}

test('turns of one session cost what is beyond the totals that its program told before', async () => {
  const id = randomUUID();
  const first = await turn(program(id, 1_000, 0.5), null);
  expect([first.tokens?.uncachedInput, first.money]).toEqual([1_000, 0.5]);
  const second = await turn(program(id, 1_300, 0.75), id);
  expect([second.tokens?.uncachedInput, second.tokens?.output, second.money]).toEqual([300, 0, 0.25]);
  const third = await turn(program(id, 1_350, 0.875), id);
  expect([third.tokens?.uncachedInput, third.money]).toEqual([50, 0.125]);
});

test('a session that was begun again costs all that it tells', async () => {
  await turn(program(randomUUID(), 1_000, 0.5), null);
  const again = await turn(program(randomUUID(), 400, 0.25), null);
  expect([again.tokens?.uncachedInput, again.money]).toEqual([400, 0.25]);
});
