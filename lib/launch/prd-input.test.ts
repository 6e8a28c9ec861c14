import { describe, expect, test } from 'vitest';
import { parseConfigOf } from '#lib/config/parse.ts';
import { prdInWords, toPrdInput } from './prd-input.ts';

const place = { repository: '/home/ada/app', subdirectory: '', baseCommit: 'b0', ref: 'main' };
const file = `machine: prd-agent
requirement: The alarm must not flicker.
agents: [{ use: playbook, file: playbook.yaml }]
`;

function inputOf(text: string, choices: Parameters<typeof toPrdInput>[2] = {}) {
  const read = parseConfigOf('prd-agent', text);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('; '));
  const made = toPrdInput(read.config, place, choices);
  if (!made.ok) throw new Error(made.reason);
  return made.input;
}

describe('the file of a session', () => {
  test('may name flutter for its two commands', () => {
    expect(inputOf(`${file}verify: flutter\n`).verify).toEqual(['flutter analyze', 'flutter test']);
  });

  test('may name any commands, how long people are waited for, and where documents are kept', () => {
    const input = inputOf(
      `${file}verify: [make test]\nlimits: { confirm_within: 2h, unblock_within: 30m }\narchive: prd\n`,
    );
    expect(input).toMatchObject({
      project: 'app',
      verify: ['make test'],
      archive: 'prd',
      limits: { confirm_minutes: 120, block_minutes: 30, timeout_minutes: 240 },
    });
  });

  test.each([
    ['has nothing that shows whether a task is right', file, /verify/],
    [
      'keeps documents outside of the project',
      `${file}verify: flutter\narchive: ../x\n`,
      /must be a folder of the project/,
    ],
    ['names a preset that is none', `${file}verify: dart\n`, /must be a list of commands, or flutter/],
  ])('is refused when it %s', (_, text, why) => {
    const read = parseConfigOf('prd-agent', text);
    expect(read.ok ? '' : read.problems.map(({ path, message }) => `${path} ${message}`).join('; ')).toMatch(why);
  });

  test('takes the requirement of a launch before its own, and says in words what will happen', () => {
    const input = inputOf(`${file}verify: [make lint, make test]\n`, { goal: 'Count the alarms.', mode: 'ci' });
    expect(input).toMatchObject({ requirement: 'Count the alarms.', mode: 'ci' });
    expect(prdInWords(input, place).join(' ')).toMatch(
      /`make lint` and `make test` pass.*kept in docs\/prd.*240 minutes/,
    );
  });
});
