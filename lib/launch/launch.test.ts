import { describe, expect, test } from 'vitest';
import { explainConfig } from '#lib/config/explain.ts';
import { type Overrides, overrideConfig } from '#lib/config/override.ts';
import { parseConfig, type ReadConfig } from '#lib/config/parse.ts';
import { launchCommandLine } from './command-line.ts';
import { doubtsIn } from './doubts.ts';
import { launchInWords } from './in-words.ts';
import { toLoopInput } from './loop-input.ts';
import { obstaclesIn } from './obstacles.ts';
import { settingFields } from './setting-fields.ts';

const place = {
  repository: '/home/ada/firmware',
  subdirectory: 'boards/thermostat',
  baseCommit: 'a'.repeat(40),
  ref: 'main',
};

function read(yaml: string, overrides: Overrides = {}): ReadConfig {
  const file = parseConfig(`machine: firmware-loop\nbuild: { command: make }\n${yaml}`);
  if (!file.ok) throw new Error(JSON.stringify(file.problems));
  const launched = overrideConfig(file, overrides);
  if (!launched.ok) throw new Error(JSON.stringify(launched.problems));
  return launched;
}

const small = `
environments: { host: { type: host, test: ./run-tests }, bench: { type: board, image: fw.bin, wait: 2h } }
agents: [{ use: patches, folder: patches }, { use: search }]
`;

function input(config: ReadConfig) {
  const made = toLoopInput(config, place);
  if (!made.ok) throw new Error(made.reason);
  return made.input;
}

describe('toLoopInput', () => {
  test('takes the first environment, the name of the folder and a strategy per agent', () => {
    expect(input(read(small))).toMatchObject({
      project: 'thermostat',
      environment: 'host',
      repository: { path: '/home/ada/firmware', subdirectory: 'boards/thermostat' },
      strategies: [
        { name: 'patches', agents: ['patches', 'search'] },
        { name: 'search', agents: ['search'] },
      ],
      goal: { text: 'All tests pass, nothing regresses', tests: 'all' },
    });
  });

  test('turns durations into the units of the machine', () => {
    const config = read(
      `${small}review_due: 24h\nlimits: { state_timeouts: { BUILD_RUN: 20m }, timeout_minutes: 5 }\npolicy: { max_risk: 0.4 }`,
      { environment: 'bench' },
    );
    expect(input(config).limits).toMatchObject({
      review_due_minutes: 1_440,
      board_wait_minutes: 120,
      state_timeout_sec: { BUILD_RUN: 1_200 },
      timeout_minutes: 5,
      risk_threshold: 0.4,
    });
  });

  test.each<[string, Overrides, number]>([
    ['the default', {}, 10],
    ['a scored preset', { preset: 'AGGRESSIVE' }, 5],
    ['the launch before a preset', { preset: 'AGGRESSIVE', max_iterations: 7 }, 7],
  ])('takes the number of iterations from %s', (_, overrides, iterations) => {
    expect(input(read(small, overrides)).limits.max_iterations).toBe(iterations);
  });

  test('says which setting the machine does not take', () => {
    const made = toLoopInput(read(small), { ...place, ref: 'r'.repeat(201) });
    expect(made).toMatchObject({ ok: false, reason: expect.stringMatching(/^ref: /) });
  });
});

describe('obstaclesIn', () => {
  const installed = { environments: ['host'], agents: ['patches'] };

  test('names an agent that is not installed', () => {
    expect(obstaclesIn(read(small).config, installed)).toMatchObject([{ path: 'agents[1].use' }]);
  });

  test('names an environment that cannot be tested in, and one that can', () => {
    const config = read(small, { environment: 'bench', agents: ['patches'] }).config;
    expect(obstaclesIn(config, installed)).toMatchObject([
      { path: 'environments.bench.type', suggestion: 'Choose `host`.' },
    ]);
  });

  test('finds nothing in a launch that works', () => {
    expect(obstaclesIn(read(small, { agents: ['patches'] }).config, installed)).toEqual([]);
  });
});

test('a launch is told in words', () => {
  const config = read(small, { agents: ['patches'] });
  expect(launchInWords(config.config, input(config))).toEqual([
    'Builds thermostat at main (aaaaaaaaaaaa) with `make`.',
    'Tests in host: `./run-tests` on the runner itself, stopped after 1 min 00 s; results are read as exit-code.',
    'Patches come from patches (folder patches).',
    'It is a success when 100.0 % of all tests pass, steady for 2 iterations, and nothing regresses (criteria: rules).',
    'It ends at the latest after 10 iterations or 2 h 00 min; the best patch is kept whatever the end.',
    'When improvement stops, it waits for a person (mode interactive).',
  ]);
});

test('a launch that names no branch says its commit once', () => {
  const config = read(small);
  const made = toLoopInput(config, { ...place, ref: place.baseCommit });
  expect(made.ok && launchInWords(config.config, made.input)[0]).toBe('Builds thermostat at aaaaaaaaaaaa with `make`.');
});

test.each([
  ["['./run', '-v', 'a b']", "`./run -v 'a b'`"],
  ['[{ name: unit, command: ./unit }, { name: io, command: ./io }]', '2 commands'],
])('tests given as %s are told as %s', (written, told) => {
  const config = read(`environments: { host: { type: host, test: ${written} } }\nagents: [{ use: search }]`);
  expect(launchInWords(config.config, input(config))[1]).toContain(`Tests in host: ${told} on the runner itself`);
});

test('a launch is told as the command that a shell takes', () => {
  const choices = { folder: "/home/ada/it's föhn", environment: 'host', agents: ['a', 'b'], maxIterations: 3 };
  expect(launchCommandLine(choices)).toBe(
    `npx firmloop run '/home/ada/it'\\''s föhn' --env host --agent a --agent b --max-iterations 3`,
  );
  expect(launchCommandLine({ folder: '.' }, { home: '/srv/my data' })).toBe(
    `FIRMLOOP_HOME='/srv/my data' npx firmloop run .`,
  );
  const set = { 'criteria.target_pass_rate': 0.95, 'limits.tokens': null };
  expect(launchCommandLine({ folder: 'fw', set }, { logs: ['ci log.txt'] })).toBe(
    "npx firmloop run fw --set criteria.target_pass_rate=0.95 --set limits.tokens=null --log 'ci log.txt'",
  );
});

describe('doubtsIn', () => {
  const doubts = (overrides: Overrides) => doubtsIn(input(read(small, overrides)));

  test('has none about the defaults', () => {
    expect(doubts({})).toEqual([]);
  });

  test.each<[string, Overrides, RegExp]>([
    [
      'a plateau that no iteration is left for',
      { max_iterations: 3 },
      /Within 3 iterations it never comes about that a plateau is called: min_iterations_for_plateau is 7/,
    ],
    [
      'a success that needs more iterations than there are',
      { max_iterations: 3, set: { 'criteria.stable_iterations_required': 6 } },
      /that the run succeeds: stable_iterations_required is 6/,
    ],
    [
      'a run that could never converge short of its target',
      { preset: 'BALANCED', set: { 'criteria.min_pass_rate': 0.99 } },
      /min_pass_rate 0\.99 is above target_pass_rate 0\.95/,
    ],
    ['an automatic run with nothing to switch to', { mode: 'auto', agents: ['search'] }, /only one/],
  ])('tells of %s', (_, overrides, words) => {
    expect(doubts(overrides)).toContainEqual(expect.stringMatching(words));
  });
});

test('single settings are put over the preset, and shown with where they are from', () => {
  const changed = read(small, { preset: 'BALANCED', set: { 'criteria.target_pass_rate': 0.9, 'limits.tokens': null } });
  expect(changed.config.criteria).toMatchObject({ model: 'scored', target_pass_rate: 0.9, stability_window: 3 });
  const fields = settingFields(explainConfig(changed), 'criteria');
  expect(fields.find(({ name }) => name === 'target_pass_rate')).toMatchObject({ value: '0.9', from: 'launch' });
  expect(fields.find(({ name }) => name === 'convergence_type')?.words).toContain('hybrid');
  expect(fields.map(({ name }) => name)).not.toContain('model');
  const limits = settingFields(explainConfig(changed), 'limits');
  expect(limits.find(({ name }) => name === 'tokens')).toMatchObject({ value: '', words: [] });
});

test('a setting of the other model is refused by its name', () => {
  const file = parseConfig(`machine: firmware-loop\nbuild: { command: make }\n${small}`);
  if (!file.ok) throw new Error('the file is good');
  const refused = overrideConfig(file, { set: { 'criteria.stability_window': 4 } });
  expect(refused).toMatchObject({ ok: false, problems: [{ path: 'criteria.stability_window' }] });
});

test.each([
  ['./all --quiet', 'tap'],
  ['[./all, --quiet]', 'tap'],
  ['[{ name: unit, command: ./unit, results: { format: unity } }, { name: long, command: ./long }]', 'unity and tap'],
  [
    '[{ name: a, command: ./a, results: { format: unity } }, { name: b, command: ./b, results: { format: unity } }]',
    'unity',
  ],
])('the words of a launch name the formats of all its tests: %s', (tests, formats) => {
  const yaml = small.replace('test: ./run-tests', `test: ${tests}`);
  const config = read(`${yaml}\nresults: { format: tap }\n`, { agents: ['patches'] });
  expect(launchInWords(config.config, input(config)).join(' ')).toContain(`results are read as ${formats}.`);
});
