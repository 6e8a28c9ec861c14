import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleConfig as good } from './example.ts';
import { parseConfig } from './parse.ts';

const smallest = `machine: firmware-loop
build: { command: make }
environments: { host: { type: host, test: make test } }
agents: [ { use: search } ]
`;

/** The good file with one piece replaced. */
const changed = (from: string, to: string) => good.replace(from, to);

test('the example file is read with its durations in milliseconds and every default filled in', () => {
  const answer = parseConfig(good);
  expect(answer).toMatchObject({
    ok: true,
    problems: [],
    config: {
      goal: { text: 'All tests pass, nothing regresses', tests: 'all' },
      mode: 'interactive',
      build: { timeout: 600_000 },
      environments: { host: { timeout: 60_000, silence: 20_000 } },
      results: { format: 'unity', from: 'output' },
      baseline: 'measure',
      policy: { max_risk: 0.7, max_files: 20 },
      criteria: { model: 'rules', target_pass_rate: 1, success_at_limit: true },
      plateau: { ci_terminate_as: 'warning', auto_max_strategy_switches: 2 },
      roll_back: 'to-best',
      limits: { max_iterations: 10, retry_limit: 2, recoveries_per_iteration: 5, log_size: 100_000_000 },
    },
  });
});

test('a broken line is one problem, however often the reader stumbles over it', () => {
  const answer = parseConfig('goal: "x" y: [ : }\n');
  expect(answer.problems.map(({ line }) => line)).toEqual([1]);
});

test.each([
  ['four lines are enough', smallest],
  ['a byte order mark', `\ufeff${good}`],
  ['carriage returns', good.replaceAll('\n', '\r\n')],
  ['a goal as a plain sentence', `${smallest}goal: UART echo works\n`],
  [
    'anchors',
    `${smallest.replace('make }', 'make, env: &shared { A: 1 } }').replace('make test }', 'make test, env: *shared }')}`,
  ],
  ['a preset of the other model', `${smallest}criteria: { preset: STRICT }\n`],
  ['imported results as the baseline', `${smallest}baseline: { imported: ci/last.xml }\n`],
])('%s: accepted', (_name, text) => {
  expect(parseConfig(text)).toMatchObject({ ok: true, problems: [] });
});

test.each([
  ['silence that cannot be noticed', changed('20s', '2m'), 'environments.host.silence'],
  [
    'a state that may outlast the run',
    changed('120', '120, state_timeouts: { BUILD_RUN: 3h }'),
    'limits.state_timeouts.BUILD_RUN',
  ],
  ['files that are not read', changed('unity', 'unity, files: [a.xml]'), 'results.files'],
  ['a pattern that is not used', changed('unity', 'unity, pattern: x'), 'results'],
])('%s: a warning, and the file is accepted', (_name, text, path) => {
  expect(parseConfig(text)).toMatchObject({ ok: true, problems: [{ path }] });
});

test('several mistakes come back together, in the order of the file', () => {
  const { problems } = parseConfig(good.replace('name:', 'nmae:').replace('10m', '10x').replace('unity', 'unitx'));
  expect(problems.map(({ line }) => line)).toEqual([2, 4, 6]);
});

describe('hostile input is refused with a sentence', () => {
  test.each([
    ['ten megabytes', '#'.repeat(10_000_000)],
    ['deep brackets', '['.repeat(60_000)],
    ['deep dashes', '- '.repeat(30_000)],
    [
      'a bomb of anchors',
      `a: &a [${'x,'.repeat(9)}]\n${['b', 'c', 'd', 'e'].map((name, at) => `${name}: &${name} [${`*${'abcd'[at]},`.repeat(9)}]\n`).join('')}`,
    ],
    ['an anchor that contains itself', 'machine: &a [*a]\n'],
    ['a prototype', '__proto__: { machine: firmware-loop }\n'],
    ['binary', '\x01\x02\u{fffd}%PDF-1.7'],
  ])('%s', (_name, text) => {
    const answer = parseConfig(text);
    expect(answer.ok).toBe(false);
    expect(answer.problems[0]?.message.length).toBeGreaterThan(10);
  });

  test('any text is answered without throwing', () => {
    const fragment = fc.oneof(
      fc.constantFrom(...good.split(/(?<=[ \n{[:,])/), '- ', '? ', '&a ', '*a', '!!x ', '"', '|\n'),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 60 }), (parts) => void parseConfig(parts.join(''))),
      { numRuns: 300 },
    );
  });
});
