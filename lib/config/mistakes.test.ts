import { describe, expect, test } from 'vitest';
import { exampleConfig as good } from './example.ts';
import { parseConfig } from './parse.ts';

/** The good file with one piece replaced. */
const changed = (from: string, to: string) => good.replace(from, to);

describe('each mistake is found at its line, with what to do', () => {
  const rows: [string, string, { line: number; column?: number; path: string }, RegExp, RegExp?][] = [
    ['an empty file', '', { line: 1, path: '' }, /is empty/, /machine: firmware-loop/],
    ['a list at the top', '- a\n', { line: 1, path: '' }, /is a list/],
    ['plain text', 'hello', { line: 1, path: '' }, /plain value/],
    ['a NUL', 'machine: x\0', { line: 1, column: 11, path: '' }, /NUL/, /UTF-8/],
    ['a tab', 'build:\n\tcommand: make\n', { line: 2, path: '' }, /tab/, /blanks/],
    ['a setting written twice', `${good}name: other\n`, { line: 11, path: '' }, /twice/],
    ['two documents', `${good}---\nx: 1\n`, { line: 11, path: '' }, /more than one document/],
    ['an open bracket', 'a: [1\nb: 2\n', { line: 2, path: '' }, /not YAML/],
    ['a colon in a text', 'goal: do: this\n', { line: 1, path: '' }, /not YAML/, /quotes/],
    ['no machine', 'name: x\n', { line: 1, path: '' }, /`machine` is missing/, /firmware-loop/],
    [
      'a machine that there is none of',
      'machine: perpetual-motion\n',
      { line: 1, column: 10, path: 'machine' },
      /cannot/,
      /Available: firmware-loop/,
    ],
    [
      'a misspelt machine',
      'machine: firmwareloop\n',
      { line: 1, path: 'machine' },
      /firmwareloop/,
      /Did you mean `firmware-loop`/,
    ],
    [
      'a misspelt setting',
      changed('timeout: 10m', 'tiemout: 10m'),
      { line: 4, column: 70, path: 'build.tiemout' },
      /not a setting of `build`/,
      /`timeout`/,
    ],
    [
      'an unknown setting',
      changed('name:', 'zzz:'),
      { line: 2, path: 'zzz' },
      /not a setting of the file/,
      /Known here: machine, name/,
    ],
    [
      'a missing section',
      changed(/^agents.*\n/m.exec(good)?.[0] ?? '', ''),
      { line: 1, path: 'agents' },
      /`agents` is missing/,
      /For example/,
    ],
    [
      'a wrong type',
      changed('max_iterations: 10', 'max_iterations: ten'),
      { line: 10, path: 'limits.max_iterations' },
      /must be a number, not "ten"/,
    ],
    [
      'a number out of range',
      changed('max_iterations: 10', 'max_iterations: 0'),
      { line: 10, path: 'limits.max_iterations' },
      /at least 1, not 0/,
    ],
    [
      'a broken number',
      changed('max_iterations: 10', 'max_iterations: 1.5'),
      { line: 10, path: 'limits.max_iterations' },
      /whole number/,
    ],
    ['a bad duration', changed('10m', '10x'), { line: 4, path: 'build.timeout' }, /duration.*not "10x"/, /`10m`/],
    [
      'a path that leaves the repository',
      changed('folder: patches', 'folder: ../x'),
      { line: 9, path: 'agents[0].folder' },
      /inside the repository/,
    ],
    [
      'a misspelt type',
      changed('type: host', 'type: hots'),
      { line: 5, path: 'environments.host.type' },
      /one of host, qemu, board/,
      /`host`/,
    ],
    [
      'no agents',
      changed('[ { use: patches, folder: patches } ]', '[]'),
      { line: 9, path: 'agents' },
      /at least one agent/,
    ],
    [
      'no environments',
      changed('{ host: { type: host, test: ./build/run-tests, timeout: 60s, silence: 20s } }', '{}'),
      { line: 5, path: 'environments' },
      /at least one environment/,
    ],
    [
      'an environment without test',
      changed('test: ./build/run-tests, ', ''),
      { line: 5, path: 'environments.host.test' },
      /missing/,
      /run-tests/,
    ],
    [
      'a bad environment name',
      changed('{ host:', '{ "my host":'),
      { line: 5, path: 'environments.my host' },
      /must be a name/,
    ],
    ['a misspelt format', changed('unity', 'unitty'), { line: 6, path: 'results.format' }, /one of junit/, /`unity`/],
    ['a pattern format without pattern', changed('unity', 'pattern'), { line: 6, path: 'results' }, /no `pattern`/],
    [
      'a pattern without named groups',
      changed('unity', 'pattern, pattern: "PASS (.*)"'),
      { line: 6, path: 'results.pattern' },
      /no group "name"/,
    ],
    [
      'a broken pattern',
      changed('unity', 'pattern, pattern: "(?<name>"'),
      { line: 6, path: 'results.pattern' },
      /not valid at character/,
    ],
    ['golden without pairs', changed('unity', 'golden'), { line: 6, path: 'results' }, /no `pairs`/],
    ['files not named', changed('unity', 'junit, from: file'), { line: 6, path: 'results' }, /names none/],
    [
      'an unknown preset',
      changed('STANDARD', 'STANDART'),
      { line: 8, path: 'criteria.preset' },
      /one of STANDARD/,
      /`STANDARD`/,
    ],
    [
      'a criterion out of range',
      changed('preset: STANDARD', 'target_pass_rate: 7'),
      { line: 8, path: 'criteria.target_pass_rate' },
      /at most 1/,
    ],
    [
      'a misspelt criterion',
      changed('preset: STANDARD', 'target_pas_rate: 1'),
      { line: 8, path: 'criteria.target_pas_rate' },
      /not a setting/,
      /`target_pass_rate`/,
    ],
    [
      'a window beyond what a run remembers',
      changed('preset: STANDARD', 'avg_improvement_window: 50'),
      { line: 8, path: 'criteria.avg_improvement_window' },
      /must not exceed 12 iterations/,
    ],
    [
      'an unknown environment',
      `${good}environment: hsot\n`,
      { line: 11, path: 'environment' },
      /no environment/,
      /`host`/,
    ],
    [
      'a metric without source',
      `${good}metrics: { rom: { unit: B, direction: lower } }\n`,
      { line: 11, path: 'metrics.rom' },
      /neither/,
    ],
    [
      'a metric whose pattern finds nothing',
      `${good}metrics: { rom: { pattern: "x", unit: B, direction: lower } }\n`,
      { line: 11, path: 'metrics.rom.pattern' },
      /no group "value"/,
    ],
    [
      'an unknown fallback',
      `${good}plateau: { auto_fallback_strategies: [patchs] }\n`,
      { line: 11, path: 'plateau.auto_fallback_strategies[0]' },
      /no agent/,
      /`patches`/,
    ],
    [
      'more agents than a run can have',
      changed('[ {', `[ ${'{ use: search }, '.repeat(5)}{`),
      { line: 9, path: 'agents' },
      /at most five agents/,
    ],
    [
      'two agents of one name',
      changed('folder: patches }', 'folder: patches }, { use: patches, folder: more }'),
      { line: 9, path: 'agents[1]' },
      /two agents/,
    ],
    [
      'an unknown state',
      changed('timeout_minutes: 120', 'state_timeouts: { BUILD_RNU: 5m }'),
      { line: 10, path: 'limits.state_timeouts.BUILD_RNU' },
      /not a setting/,
      /`BUILD_RUN`/,
    ],
  ];
  test.each(rows)('%s', (_name, text, place, message, suggestion) => {
    const answer = parseConfig(text);
    expect(answer.ok).toBe(false);
    expect(answer.problems[0]).toMatchObject({ ...place, message: expect.stringMatching(message) });
    if (suggestion) expect(answer.problems[0]?.suggestion).toMatch(suggestion);
  });
});
