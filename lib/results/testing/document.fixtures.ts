import { type FormatFixtures, lines } from './fixture.ts';

const suite = (more: object): object => ({ name: 'kernel/sem', platform: 'qemu_x86', status: 'passed', ...more });
const twister = (...testsuites: object[]): string =>
  JSON.stringify({ environment: { os: 'posix' }, testsuites }, null, 1);

export const twisterFixtures: FormatFixtures<'twister'> = {
  format: 'twister',
  options: {},
  rows: [
    {
      says: 'every status, with times as text',
      text: twister(
        suite({
          status: 'failed',
          reason: 'Timeout',
          testcases: [
            { identifier: 'a', status: 'passed', execution_time: '1.50' },
            { identifier: 'b', status: 'failed', reason: 'assert', log: 'x == y' },
            { identifier: 'c', status: null },
            { identifier: 'd', status: 'blocked', reason: '' },
            { identifier: 'e', status: 'skipped', reason: 'no hw' },
            { identifier: 'f', status: 'not run' },
          ],
        }),
      ),
      cases: [
        'passed qemu_x86 / kernel/sem::a',
        'failed qemu_x86 / kernel/sem::b',
        'error qemu_x86 / kernel/sem::c',
        'error qemu_x86 / kernel/sem::d',
        'skipped qemu_x86 / kernel/sem::e',
        'not_run qemu_x86 / kernel/sem::f',
      ],
      holds: {
        cases: [{ durationMs: 1500 }, { message: 'assert\nx == y' }, {}, { message: 'blocked: Timeout' }, {}, {}],
      },
    },
    {
      says: 'a build failure as an error of the suite',
      text: twister(
        suite({ status: 'error', reason: 'CMake build failure', log: 'main.c:1: error', toolchain: 'zephyr' }),
      ),
      cases: ['error qemu_x86 / zephyr / kernel/sem::(suite)'],
    },
    {
      says: 'filtered suites and trouble with a device',
      text: twister(
        suite({ status: 'filtered', testcases: [{ identifier: 'a', status: 'filtered', reason: 'Not in list' }] }),
        suite({ platform: 'frdm', status: 'failed', reason: 'Device issue (Flash error?)', testcases: [] }),
      ),
      cases: ['not_run qemu_x86 / kernel/sem::a', 'infra frdm / kernel/sem::(suite)'],
    },
    {
      says: 'a pass after retries as flaky',
      text: twister(suite({ retries: 1, testcases: [{ identifier: 'a', status: 'passed' }] })),
      cases: ['passed~ qemu_x86 / kernel/sem::a'],
    },
    {
      says: 'brackets and quotes inside texts',
      text: twister(suite({ log: '"]}{[\\', testcases: [{ identifier: 'a]}"', status: 'passed' }] })),
      cases: ['passed qemu_x86 / kernel/sem::a]}"'],
    },
    {
      says: 'a suite that is not one',
      text: '{"testsuites":[{"name":5}]}',
      cases: [],
      warnings: [/suite 1 of the file cannot be read/],
      incomplete: /suite 1/,
    },
    { says: 'an empty file', text: '', cases: [], incomplete: /no list "testsuites"/ },
    {
      says: 'a file cut in half',
      text: twister(suite({})).slice(0, -3),
      cases: ['passed qemu_x86 / kernel/sem::(suite)'],
      incomplete: /last bracket/,
    },
  ],
};

const statistics = (pass: number, fail: number): string =>
  `<statistics><total><stat pass="${pass}" fail="${fail}" skip="0">All Tests</stat></total></statistics><errors/></robot>`;

export const robotFixtures: FormatFixtures<'robot'> = {
  format: 'robot',
  options: {},
  rows: [
    {
      says: 'version 7, with the path of the failed keyword',
      text: lines(
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<robot generator="Robot 7.0" rpa="false" schemaversion="5"><suite id="s1" name="Bmc"><suite id="s1-s1" name="Power">',
        '<test id="s1-s1-t1" name="On" line="5"><kw name="Set Power"><status status="PASS" start="2024-01-31T12:00:00" elapsed="0.1"/></kw>',
        '<status status="PASS" start="2024-01-31T12:00:00" elapsed="1.234"/></test>',
        '<test id="s1-s1-t2" name="Off" line="9"><kw name="Outer"><kw name="Inner"><msg level="FAIL">x</msg><status status="FAIL" elapsed="0.1"/></kw>',
        '<status status="FAIL" elapsed="0.1"/></kw><status status="FAIL" elapsed="0.5">*HTML* &lt;b&gt;no&lt;/b&gt;</status></test>',
        '<test id="s1-s1-t3" name="Cycle"><status status="SKIP" elapsed="0">no board</status></test>',
        '<status status="FAIL" elapsed="2"/></suite><status status="FAIL" elapsed="2"/></suite>',
        statistics(1, 1),
      ),
      cases: ['passed Bmc.Power::On', 'failed Bmc.Power::Off', 'skipped Bmc.Power::Cycle'],
      holds: {
        cases: [{ durationMs: 1234, line: 5 }, { message: '<b>no</b>\nin Outer > Inner' }, { reason: 'no board' }],
      },
    },
    {
      says: 'version 3 to 6, with a failed suite setup and the same name twice',
      text: lines(
        '<robot generator="Robot 3.2" generated="20240131 12:00:00.123"><suite id="s1" name="Bmc">',
        '<test id="s1-t1" name="On"><tags><tag>x</tag></tags><status status="FAIL" starttime="20240131 12:00:00.123" endtime="20240131 12:00:01.000" critical="yes">Parent suite setup failed: no</status></test>',
        '<test id="s1-t2" name="On"><status status="NOT RUN" starttime="N/A" endtime="N/A"></status></test>',
        '<status status="FAIL"/></suite>',
        statistics(0, 1),
      ),
      cases: ['error Bmc::On', 'not_run Bmc::On (2)'],
      holds: { cases: [{ durationMs: 877 }, {}] },
    },
    {
      says: 'the JSON of version 7.2, with the path of the failed keyword',
      text: JSON.stringify({
        generator: 'Robot 7.2 (Python 3.12 on linux)',
        rpa: false,
        suite: {
          name: 'Bmc',
          suites: [
            {
              name: 'Power',
              tests: [
                { name: 'On', lineno: 5, body: [], status: 'PASS', elapsed_time: 1.234 },
                {
                  name: 'Off "ä"',
                  body: [{ name: 'Outer', body: [{ name: 'Inner', status: 'FAIL' }], status: 'FAIL' }],
                  status: 'FAIL',
                  message: 'no\nreply',
                  elapsed_time: 0.5,
                },
                { name: 'Cycle', status: 'SKIP', message: 'no board' },
                { name: 'Later', status: 'NOT RUN' },
              ],
              status: 'FAIL',
            },
          ],
        },
        statistics: { total: { pass: 1, fail: 1, skip: 1, label: 'All Tests' }, suites: [], tags: [] },
        errors: [],
      }),
      cases: [
        'passed Bmc.Power::On',
        'failed Bmc.Power::Off "ä"',
        'skipped Bmc.Power::Cycle',
        'not_run Bmc.Power::Later',
      ],
      holds: {
        cases: [{ durationMs: 1234, line: 5 }, { message: 'no\nreply\nin Outer > Inner' }, { reason: 'no board' }, {}],
      },
    },
    {
      says: 'JSON of a run that was killed',
      text: '{"generator":"Robot 7.3","suite":{"name":"Bmc","tests":[{"name":"On","body":[],"status":"PASS"},{"name":"Off","body":[{"name":"K"',
      cases: ['passed Bmc::On', 'error Bmc::Off'],
      incomplete: /last bracket/,
    },
    {
      says: 'version 4 to 6, with control structures, N/A and a failed teardown of the suite',
      text: lines(
        '<robot generator="Robot 6.1 (Python 3.11 on linux)" generated="20240131 12:00:00.123" rpa="false" schemaversion="4"><suite id="s1" name="Bmc">',
        '<test id="s1-t1" name="Loop" line="3"><for flavor="IN"><iter><if><branch type="IF"><kw name="Ping"><status status="FAIL"/></kw><status status="FAIL"/></branch><status status="FAIL"/></if><status status="FAIL"/></iter><status status="FAIL"/></for>',
        '<status status="FAIL" starttime="20240131 12:00:00.000" endtime="20240131 12:00:00.250">Several failures</status></test>',
        '<test id="s1-t2" name="Try"><try><branch type="TRY"><status status="PASS"/></branch><status status="PASS"/></try><group name="g"><status status="PASS"/></group>',
        '<status status="FAIL" starttime="N/A" endtime="N/A">Parent suite teardown failed:\nno</status></test>',
        '<test id="s1-t3" name="Skip"><status status="SKIP" starttime="20240131 12:00:00.000" endtime="20240131 12:00:00.000">no board</status></test>',
        '</suite>',
        statistics(0, 2),
      ),
      cases: ['failed Bmc::Loop', 'error Bmc::Try', 'skipped Bmc::Skip'],
      holds: { cases: [{ durationMs: 250, message: 'Several failures\nin for > iter > if > branch > Ping' }, {}, {}] },
    },
    {
      says: 'a run that was killed',
      text: '<robot><suite name="Bmc"><test name="On"><status status="PASS" elapsed="1"/></test><test name="Off"><kw name="K">',
      cases: ['passed Bmc::On', 'error Bmc::Off'],
      incomplete: /ends inside <kw>/,
    },
    {
      says: 'statistics that disagree',
      text: `<robot><suite name="B"><test name="On"><status status="PASS" elapsed="1"/></test></suite>${statistics(4, 0)}`,
      cases: ['passed B::On'],
      warnings: [/statistics say 4 passed and 0 failed, 1 and 0 were read/],
    },
  ],
};
