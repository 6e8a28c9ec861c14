import { describe, expect, it } from 'vitest';
import { lines, parse, shown } from './testing/fixture.ts';

const mega = 'x'.repeat(1_000_000);

function inPieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

describe('limits', () => {
  it('cuts a line of fifty megabytes, says so, and reads on', () => {
    const results = parse('tap', {}, '1..1\n', ...Array<string>(50).fill(mega), '\nok 1 - a\n');
    expect(results.cases.map(shown)).toEqual(['passed a']);
    expect(results.warnings).toEqual([{ line: 2, text: expect.stringContaining('its end was cut') }]);
    expect(results.complete).toBe(true);
  });

  it('cuts a text of fifty megabytes inside XML', () => {
    const failure = ['<testsuite name="s"><testcase name="a"><failure>', ...Array<string>(50).fill(mega)];
    const results = parse('junit', {}, ...failure, '</failure></testcase><testcase name="b"/></testsuite>');
    expect(results.cases.map(shown)).toEqual(['failed s::a', 'passed s::b']);
    expect(results.cases[0]?.message?.length).toBeLessThan(20_000);
    expect(results.warnings[0]?.text).toContain('too long');
  });

  it.each([
    ['unity', 'a.c:1:', ''],
    ['tap', '***** ', '1..1 '],
    ['ztest', ' - PASS - [a.', ''],
    ['ztest', 'Assertion failed at a', ''],
    ['ctest', ' ', '1/1 Test #1: '],
    ['gtest', '[  OK ] ', '[ RUN      ] '],
    ['junit', '<', '<testsuite name="'],
    ['check', ':', 'a.c:1:F:'],
    ['cpputest', 'TEST(a, ', ''],
    ['catch', '| 1 a', 'test cases: 1 '],
    ['bmc', ' ; ', '1,01/31/2024,12:00:00,'],
    ['hardware-map', '"a"', '- id: '],
  ] as const)('reads a line of %s that is built to be slow, of "%s", without delay', (format, part, start) => {
    const begin = performance.now();
    parse(format, {}, `${start}${part.repeat(60_000 / part.length)}\n`);
    expect(performance.now() - begin).toBeLessThan(1_500);
  });

  it('gives a hardware map up that is no YAML, whatever its length', { timeout: 60_000 }, () => {
    const begin = process.cpuUsage();
    const results = parse('hardware-map', {}, ...Array<string>(200).fill(`- id: ${'"'.repeat(1_000)}\n`));
    expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(4_000);
    expect(results.warnings).toHaveLength(21);
    expect(results.complete).toBe(false);
  });

  const short = { elementChars: 400, xmlTextChars: 100 };

  it.each([
    ['a failure', '<failure message="', '"/>', 'failed s::a'],
    ['a failure with a text', '<failure message="', '" type="x">y</failure>', 'failed s::a'],
    ['an error in single quotes', "<error type='x' message='it&apos;s a > b", "'/>", 'error s::a'],
    ['a skip', '<skipped message="', '"></skipped>', 'skipped s::a'],
  ])(
    'takes %s whose message is longer than a tag may be for what it is, wherever it is cut',
    (_, start, end, first) => {
      const text = `<testsuite name="s"><testcase name="a">${start}${mega.slice(0, 1_000)}${end}</testcase><testcase name="b"/></testsuite>`;
      const whole = parse('junit', { limits: short }, text);
      expect(whole.cases.map(shown)).toEqual([first, 'passed s::b']);
      expect(whole).toMatchObject({
        complete: true,
        warnings: [{ text: expect.stringContaining('is too long; its end') }],
      });
      for (const size of [1, 7, 350]) expect(parse('junit', { limits: short }, ...inPieces(text, size))).toEqual(whole);
    },
  );

  it('reads a name that is longer than a tag may be as a long one', () => {
    const text = `<testsuite name="s"><testcase name="${mega.slice(0, 1_000)}"/><testcase name="b"/></testsuite>`;
    const { cases } = parse('junit', { limits: short }, ...inPieces(text, 300));
    expect(cases.map(({ name, status }) => [name.slice(0, 2), status])).toEqual([
      ['xx', 'passed'],
      ['b', 'passed'],
    ]);
  });

  it('keeps no more tests than the limit and is incomplete then', () => {
    const results = parse(
      'tap',
      { limits: { cases: 3 } },
      '1..9\n',
      ...Array.from({ length: 9 }, (_, i) => `ok ${i + 1} t${i}\n`),
    );
    expect(results.cases).toHaveLength(3);
    expect(results.incompleteBecause).toContain('more than 3 tests');
  });

  it.each([
    ['one name', () => 'a.c:1:adds:PASS\n', 20_000, /^a.c::adds came more than 20000 times/],
    ['ever new names', (i: number) => `a.c:1:adds_${i}:PASS\n`, 50_000, /^more than 50000 tests/],
  ])(
    'holds little of a program that prints %s for ever, and is never complete then',
    { timeout: 60_000 },
    (_, line, kept, because) => {
      const chunks = Array.from({ length: 40 }, (_one, at) =>
        Array.from({ length: 2_000 }, (_two, i) => line(at * 2_000 + i)).join(''),
      );
      const begin = process.cpuUsage();
      const results = parse('unity', {}, ...chunks);
      expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(4_000);
      expect(results.cases).toHaveLength(kept);
      expect(results.incompleteBecause).toMatch(because);
      expect(results.warnings).toHaveLength(1);
    },
  );

  it('keeps the first attempts and the latest of a device that restarts for ever', () => {
    const boot = lines('*** Booting Zephyr OS', 'Running TESTSUITE s', 'START - t');
    const log = `${boot.repeat(50)} PASS - t in 0.1 seconds\nPROJECT EXECUTION SUCCESSFUL\n`;
    const [test] = parse('ztest', { limits: { attempts: 5 } }, log).cases;
    expect(test?.attempts.map(({ status }) => status)).toEqual(['error', 'error', 'error', 'error', 'passed']);
    expect(test?.flaky).toBe(true);
  });

  it('shortens further messages when all together are long', () => {
    const failure = (name: string): string => `a.c:1:${name}:FAIL: ${'m'.repeat(900)}\n`;
    const { cases } = parse('unity', { limits: { allMessageChars: 1000 } }, ...['a', 'b', 'c'].map(failure));
    expect(cases.map(({ message }) => message?.length)).toEqual([900, 223, 223]);
  });

  it('refuses elements that are nested without end', () => {
    const results = parse('robot', {}, '<robot>', ...Array<string>(5_000).fill('<kw>'));
    expect(results.incompleteBecause).toContain('nested more than 1000 deep');
  });

  it('keeps no more warnings than the limit and says how many there were', () => {
    const results = parse('tap', { limits: { warnings: 2 } }, lines('1..1', ...Array<string>(6).fill('ok 1 a')));
    expect(results.warnings.map(({ text }) => text)).toEqual([
      expect.stringContaining('twice'),
      expect.stringContaining('twice'),
      '3 more warnings are not shown',
    ]);
  });

  it('believes no summary that counts a billion tests', () => {
    const results = parse(
      'catch',
      { limits: { cases: 10 } },
      'All tests passed (1 assertion in 1000000000 test cases)\n',
    );
    expect(results.cases).toHaveLength(10);
    expect(results.complete).toBe(false);
  });

  it('skips an element of JSON that is too long', () => {
    const suite = JSON.stringify({ name: 'a', log: mega, testcases: [] });
    const results = parse(
      'twister',
      { limits: { elementChars: 1000 } },
      `{"testsuites":[${suite},{"name":"b","status":"passed"}]}`,
    );
    expect(results.cases.map(shown)).toEqual(['passed b::(suite)']);
    expect(results.incompleteBecause).toContain('1 suites are too long');
  });

  it('keeps the beginning of a very long name', () => {
    const results = parse('tap', {}, `1..1\nok 1 - ${'n'.repeat(5000)}\n`);
    expect(results.cases[0]?.name).toMatch(/^n{1000}… \(4000 more characters\)$/);
  });
});
