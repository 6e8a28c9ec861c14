import { expect, test } from 'vitest';
import { toLoopInput } from '#lib/launch/loop-input.ts';
import { overrideConfig } from './override.ts';
import { parseConfig } from './parse.ts';

const file = (more: string) => `machine: firmware-loop
build: { command: make }
environments: { host: { type: host, test: ./run } }
agents: [{ use: search }, { use: llm, base_url: 'http://localhost:1/v1', model: m }]
${more}
`;
const strategies = `strategies:
  - { name: careful, agents: [search, llm], approach: smallest }
  - { name: wide, agents: [llm], approach: wide, when: { after_iteration: 4 } }`;
const place = { repository: '/firmware', subdirectory: '', baseCommit: 'abc', ref: 'main' };

function read(more: string) {
  const answer = parseConfig(file(more));
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems));
  return answer;
}

test('a run goes about its goal in the ways of the file, in order', () => {
  const made = toLoopInput(read(strategies), place);
  expect(made.ok && made.input.strategies).toEqual([
    { name: 'careful', agents: ['search', 'llm'], approach: 'smallest' },
    { name: 'wide', agents: ['llm'], approach: 'wide', when: { after_iteration: 4 } },
  ]);
});

test('whoever chooses agents at launch chooses the ways with them', () => {
  const answer = overrideConfig(read(strategies), { agents: ['llm'] });
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems));
  const made = toLoopInput(answer, place);
  expect(made.ok && made.input.strategies).toEqual([{ name: 'llm', agents: ['llm'] }]);
});

test.each([
  ['an agent that is not there', strategies.replace('[search, llm]', '[serch]'), /there is no agent named `serch`/],
  [
    'a way to switch to that is not there',
    `${strategies}\nplateau: { auto_fallback_strategies: [broad] }`,
    /no agent named `broad`/,
  ],
  [
    'money whose price nobody knows',
    'limits: { money: 2 }',
    /`limits.money` cannot be kept: what `llm` costs is unknown/,
  ],
  [
    'tokens of a program that tells none',
    'limits: { tokens: 9 }\njudge: { use: cli, command: ./judge }',
    /`limits.tokens` cannot be kept: `cli` has no preset, so what it uses is unknown/,
  ],
  [
    'money of such a program, also with a price',
    'limits: { money: 2 }\njudge: { use: cli, name: own, command: ./judge, price: { input: 1, output: 1 } }',
    /`limits.money` cannot be kept: `own` has no preset/,
  ],
])('%s is a problem of the file', (_, more, message) => {
  const { problems } = parseConfig(file(more));
  expect(problems.map((problem) => problem.message).join()).toMatch(message);
});
