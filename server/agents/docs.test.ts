import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPlaybook } from '#lib/agents/playbook/read-playbook.ts';
import { parseConfig } from '#lib/config/parse.ts';
import { presets } from './cli/presets.ts';

const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

test('every project file and playbook in the documentation is one without problems', () => {
  const problems = examples.map((text) => {
    if (text.startsWith('machine:')) return parseConfig(text).problems;
    const read = readPlaybook(text);
    return read.ok ? [] : read.problems;
  });
  expect(problems).toEqual([[], [], []]);
});

test.each(Object.entries(presets))('the documentation says how far %s was tried', (name, { tested, program, keys }) => {
  const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``));
  expect(row).toContain(`\`${program}\``);
  expect(row).toContain(tested.replace(', run', '').replace('its documentation; never run', 'never run'));
  for (const key of keys) expect(row).toContain(key);
});
