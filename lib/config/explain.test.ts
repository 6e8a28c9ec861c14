import { expect, test } from 'vitest';
import { z } from 'zod';
import { explainConfig } from './explain.ts';
import { configJsonSchema } from './json-schema.ts';
import { type Overrides, overrideConfig } from './override.ts';
import { parseConfig, type ReadConfig } from './parse.ts';
import { memberOf, type SchemaNode } from './schema-node.ts';

function read(extra = ''): ReadConfig {
  const answer = parseConfig(`machine: firmware-loop
build: { command: make, timeout: 2m }
environments: { host: { type: host, test: make test }, sim: { type: qemu, machine: virt, image: a.elf } }
agents: [ { use: search }, { use: patches, folder: patches } ]
${extra}`);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems));
  return answer;
}

function launched(overrides: Overrides, extra = ''): ReadConfig {
  const answer = overrideConfig(read(extra), overrides);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems));
  return answer;
}

const row = (config: ReadConfig, path: string) => explainConfig(config).find((each) => each.path === path);

test.each([
  ['what the file says, as it says it', read(), 'build.timeout', '2m', 'file'],
  ['a default, as a person would write it', read(), 'environments.host.timeout', '60s', 'default'],
  ['a default of a whole section', read(), 'limits.retry_limit', 2, 'default'],
  ['a setting that is not set', read(), 'limits.tokens', null, 'default'],
  ['a default inside a list', read(), 'agents[0].max_candidates', 1_000, 'default'],
  ["the defaults of the environment's own type", read(), 'environments.sim.program', 'qemu-system-arm', 'default'],
  [
    'a default that a preset changes',
    read('criteria: { preset: strict }'),
    'criteria.target_pass_rate',
    0.98,
    'default',
  ],
  ['what a launch chose', launched({ mode: 'ci' }), 'mode', 'ci', 'launch'],
  ['a preset that a launch chose', launched({ preset: 'BALANCED' }), 'criteria.preset', 'BALANCED', 'launch'],
])('firmloop config shows %s', (_name, config, path, value, from) => {
  expect(row(config, path)).toMatchObject({ value, from });
});

test('every setting that is shown says what it means', () => {
  const rows = explainConfig(
    read('criteria: { preset: STRICT }\nmetrics: { rom: { command: size x, unit: B, direction: lower } }\n'),
  );
  expect(rows.filter(({ description }) => description === '').map(({ path }) => path)).toEqual([]);
  expect(rows.length).toBeGreaterThan(60);
});

test('a launch puts its choices over the file and keeps the rest', () => {
  const { config, overridden } = launched(
    {
      mode: 'auto',
      preset: 'AGGRESSIVE',
      environment: 'sim',
      agents: ['patches'],
      goal: 'boots',
      max_iterations: 3,
      timeout_minutes: 5,
    },
    'limits: { retry_limit: 7 }\ncriteria: { target_pass_rate: 0.5 }\n',
  );
  expect(config).toMatchObject({
    mode: 'auto',
    environment: 'sim',
    agents: [{ use: 'patches', folder: 'patches' }],
    goal: { text: 'boots', tests: 'all' },
    criteria: { model: 'scored', target_pass_rate: 0.9 },
    limits: { max_iterations: 3, timeout_minutes: 5, retry_limit: 7 },
  });
  expect(overridden).toContain('limits.max_iterations');
});

test('a second launch choice keeps the first', () => {
  const second = overrideConfig(launched({ mode: 'ci' }), { max_iterations: 2 });
  expect(second).toMatchObject({ ok: true, overridden: ['mode', 'limits.max_iterations'], config: { mode: 'ci' } });
});

test.each<[string, Overrides, string, RegExp]>([
  ['an environment', { environment: 'hots' }, 'environment', /Did you mean `host`/],
  ['an agent', { agents: ['serach'] }, 'agents', /Known: search, patches/],
  ['a preset', { preset: 'strickt' }, 'criteria.preset', /Did you mean `STRICT`/],
])('a launch that names %s that does not exist is refused', (_name, overrides, path, suggestion) => {
  const answer = overrideConfig(read(), overrides);
  expect(answer).toMatchObject({
    ok: false,
    problems: [{ path, line: 0, suggestion: expect.stringMatching(suggestion) }],
  });
});

test('the editor schema describes every setting, and what it accepts is valid JSON Schema', () => {
  const schema = configJsonSchema();
  const undescribed: string[] = [];
  const visit = (node: SchemaNode, path: string) => {
    for (const [key, child] of Object.entries(node.properties ?? {})) {
      if (!child.description) undescribed.push(`${path}.${key}`);
      visit(child, `${path}.${key}`);
    }
    for (const branch of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) visit(branch, path);
    if (node.items) visit(node.items, `${path}[]`);
    if (typeof node.additionalProperties === 'object') visit(node.additionalProperties, `${path}.*`);
  };
  visit(schema, '');
  expect(undescribed).toEqual([]);
  expect(memberOf(schema, '$schema')).toMatch(/json-schema\.org/);
  expect(schema.required).toEqual(['machine', 'build', 'environments', 'agents']);
  const editor = z.fromJSONSchema(z.record(z.string(), z.any()).parse(schema));
  expect(editor.safeParse(read('criteria: { preset: STRICT }').written).success).toBe(true);
  expect(editor.safeParse({ machine: 'firmware-loop', buidl: {} }).success).toBe(false);
});
