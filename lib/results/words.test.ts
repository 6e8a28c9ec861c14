import { expect, it } from 'vitest';
import { parse, shown } from './testing/fixture.ts';
import type { ResultFormat } from './types.ts';

type Plain = Exclude<ResultFormat, 'pattern' | 'golden' | 'exit-code'>;

/** A word that every JavaScript object has a property of. */
const word = 'constructor';

it.each<[Plain, string, string]>([
  ['junit', `<testsuite name="s"><testcase name="a"><skipped type="${word}"/></testcase></testsuite>`, 'skipped s::a'],
  ['twister', `{"testsuites":[{"name":"s","testcases":[{"identifier":"a","status":"${word}"}]}]}`, 'error s::a'],
  ['robot', `<robot><suite name="s"><test name="a"><status status="${word}"/></test></suite></robot>`, 'error s::a'],
  ['nunit', `<test-run><test-case name="a" classname="s" result="${word}"/></test-run>`, 'error s::a'],
  ['trx', `<TestRun><Results><UnitTestResult testName="a" outcome="${word}"/></Results></TestRun>`, 'error a'],
  ['bmc', `[{"severity":"${word}","description":"a"}]`, 'not_run events::a'],
])('a word of %s that no table has is no word of ours', (format, text, first) => {
  expect(parse(format, {}, text).cases.map(shown)[0]).toBe(first);
});
