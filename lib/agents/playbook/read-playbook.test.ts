import { expect, test } from 'vitest';
import { readPlaybook } from './read-playbook.ts';
import { stepAt } from './step-at.ts';

const good = `version: 1
steps:
  - task: propose
    answer: { summary: mends the sign }
    edits:
      - { file: src/a.c, find: 'a + b', replace: 'a - b' }
    commands: ['true']
    after: 2s
  - task: propose
    times: 2
    gives_up: nothing is left
  - task: ask
    times: always
    answer: { answer: 'yes', reason: it is safe }
`;

test('a playbook gives its steps in the order of its tasks, and then no more', () => {
  const read = readPlaybook(good);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { playbook } = read;
  expect(playbook.steps[0]).toMatchObject({ after: 2_000, times: 1, says: [] });
  const given = [0, 1, 2, 3].map((asked) => stepAt(playbook, 'propose', asked));
  expect(given.map((step) => step?.gives_up ?? step?.answer?.summary ?? null)).toEqual([
    'mends the sign',
    'nothing is left',
    'nothing is left',
    null,
  ]);
  expect(stepAt(playbook, 'ask', 99)?.answer).toEqual({ answer: 'yes', reason: 'it is safe' });
});

test.each([
  ['a word that is no setting', 'edits:', 'edit:', 5, /`edit` is not a setting.*/],
  ['a task that does not exist', 'task: ask', 'task: aks', 12, /there is no task `aks`/],
  ['an answer that lacks a field', '{ summary: mends the sign }', '{}', 4, /summary.* is missing/],
  ['an edit that is none', "find: 'a + b', ", '', 6, /edits/],
  ['two endings', 'gives_up: nothing is left', 'gives_up: x\n    fails: y', 9, /ends twice: gives_up, fails/],
  ['no ending', '    gives_up: nothing is left\n', '', 9, /does not say how it ends/],
  ['edits in a task that changes nothing', 'times: always', 'edits: [{ file: a, content: b }]', 13, /changes no files/],
  ['a tab', '    times: 2', '\ttimes: 2', 10, /tab/],
  ['another version', 'version: 1', 'version: 2', 1, /version/],
])('%s is a problem with its line', (_, from, to, line, message) => {
  const read = readPlaybook(good.replace(from, to));
  if (read.ok) throw new Error('it was read');
  expect(read.problems.map((problem) => `${problem.line}: ${problem.message}`)[0]).toMatch(
    new RegExp(`^${line}: .*${message.source}`),
  );
});
