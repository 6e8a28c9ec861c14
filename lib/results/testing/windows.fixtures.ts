import { type FormatFixtures, lines } from './fixture.ts';

export const nunitFixtures: FormatFixtures<'nunit'> = {
  format: 'nunit',
  options: {},
  rows: [
    {
      says: 'version 3, with every result, parameters and an ignored test',
      text: lines(
        '<?xml version="1.0" encoding="utf-8" standalone="no"?>',
        '<test-run id="0" name="fw.dll" testcasecount="6" result="Failed" total="6" passed="2" failed="2" skipped="1" inconclusive="1" duration="0.5">',
        '<test-suite type="Assembly" name="fw.dll"><test-suite type="TestFixture" name="Flash" fullname="Fw.Flash" classname="Fw.Flash">',
        '<test-case name="Erase" fullname="Fw.Flash.Erase" methodname="Erase" classname="Fw.Flash" result="Passed" duration="0.0125" asserts="1"/>',
        '<test-suite type="ParameterizedMethod" name="Write"><test-case name="Write(&quot;C:\\img.bin&quot;,0x40)" classname="Fw.Flash" result="Failed" duration="0,25">',
        '<failure><message><![CDATA[Expected: 1\r\nBut was:  2]]></message><stack-trace>at Fw.Flash.Write() in C:\\fw\\Flash.cs:line 9</stack-trace></failure></test-case></test-suite>',
        '<test-case name="Lock" classname="Fw.Flash" result="Failed" label="Error"><failure><message>System.IO.IOException</message></failure></test-case>',
        '<test-case name="Old" classname="Fw.Flash" result="Skipped" label="Ignored"><reason><message>bug 7</message></reason></test-case>',
        '<test-case name="Maybe" classname="Fw.Flash" result="Inconclusive"/>',
        '<test-case name="Noisy" classname="Fw.Flash" result="Warning"><assertions><assertion result="Warning"><message>slow</message></assertion></assertions></test-case>',
        '</test-suite></test-suite></test-run>',
      ),
      cases: [
        'passed Fw.Flash::Erase',
        'failed Fw.Flash::Write("C:\\img.bin",0x40)',
        'error Fw.Flash::Lock',
        'skipped Fw.Flash::Old',
        'skipped Fw.Flash::Maybe',
        'passed Fw.Flash::Noisy',
      ],
      holds: {
        cases: [
          { durationMs: 12.5 },
          { durationMs: 250, message: /^Expected: 1\r?\nBut was: {2}2\nat Fw/ },
          {},
          { reason: 'bug 7' },
          {},
          {},
        ],
      },
    },
    {
      says: 'version 2, where the suite is told by nesting',
      text: lines(
        '<test-results name="fw.dll" total="2" errors="0" failures="1" not-run="1">',
        '<test-suite type="Namespace" name="Fw"><results><test-suite type="TestFixture" name="Flash"><results>',
        '<test-case name="Fw.Flash.Erase" executed="True" result="Success" time="0.012"/>',
        '<test-case name="Fw.Flash.Lock" executed="True" result="Failure"><failure><message>no</message></failure></test-case>',
        '<test-case name="Fw.Flash.Old" executed="False" result="Ignored"><reason><message>later</message></reason></test-case>',
        '</results></test-suite></results></test-suite></test-results>',
      ),
      cases: ['passed Flash::Fw.Flash.Erase', 'failed Flash::Fw.Flash.Lock', 'skipped Flash::Fw.Flash.Old'],
    },
    {
      says: 'a header that counts more than is inside',
      text: '<test-run testcasecount="3"><test-case name="a" classname="A" result="Passed"/></test-run>',
      cases: ['passed A::a'],
      warnings: [/says 3 tests, 1 are inside/],
    },
    {
      says: 'a file cut inside a test that may have passed',
      text: '<test-run><test-case name="a" classname="A" result="Passed"/><test-case name="b" classname="A" result="Passed"><output>',
      cases: ['passed A::a', 'error A::b'],
      incomplete: /ends inside <output>/,
    },
  ],
};

const definitions = (...names: string[]): string =>
  `<TestDefinitions>${names
    .map(
      (name, at) =>
        `<UnitTest name="${name}" id="t${at + 1}"><TestMethod className="Fw.Flash, Fw, Version=1.0.0.0" name="${name}"/></UnitTest>`,
    )
    .join('')}</TestDefinitions>`;

export const trxFixtures: FormatFixtures<'trx'> = {
  format: 'trx',
  options: {},
  rows: [
    {
      says: 'outcomes, durations and classes that are named after the results',
      text: lines(
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<TestRun id="r" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>',
        '<UnitTestResult testId="t1" testName="Erase" outcome="Passed" duration="00:00:00.0125000"/>',
        '<UnitTestResult testId="t2" testName="Write" outcome="Failed" duration="00:01:00"><Output><StdOut>C:\\fw</StdOut>',
        '<ErrorInfo><Message>Assert.AreEqual failed. Expected:&lt;1&gt;.</Message><StackTrace>at Fw.Flash.Write()</StackTrace></ErrorInfo></Output></UnitTestResult>',
        '<UnitTestResult testId="t3" testName="Slow" outcome="Timeout"/>',
        '<UnitTestResult testId="t4" testName="Old" outcome="NotExecuted"><Output><ErrorInfo><Message>later</Message></ErrorInfo></Output></UnitTestResult>',
        '</Results>',
        definitions('Erase', 'Write', 'Slow', 'Old'),
        '<ResultSummary outcome="Failed"><Counters total="4" executed="3" passed="1" failed="1"/></ResultSummary></TestRun>',
      ),
      cases: ['passed Fw.Flash::Erase', 'failed Fw.Flash::Write', 'error Fw.Flash::Slow', 'skipped Fw.Flash::Old'],
      holds: {
        cases: [
          { durationMs: 12.5 },
          { durationMs: 60_000, message: 'Assert.AreEqual failed. Expected:<1>.\nat Fw.Flash.Write()' },
          { message: 'Timeout' },
          { reason: 'later' },
        ],
      },
    },
    {
      says: 'the rows of a data-driven test in place of their sum',
      text: lines(
        '<TestRun><Results><UnitTestResult testId="t1" testName="Erase" outcome="Failed"><InnerResults>',
        '<UnitTestResult testId="t1" testName="Erase (Data Row 0)" outcome="Passed"/>',
        '<UnitTestResult testId="t1" testName="Erase (Data Row 1)" outcome="Failed"/>',
        '</InnerResults></UnitTestResult></Results>',
        definitions('Erase'),
        '<ResultSummary outcome="Failed"/></TestRun>',
      ),
      cases: ['passed Fw.Flash::Erase (Data Row 0)', 'failed Fw.Flash::Erase (Data Row 1)'],
    },
    {
      says: 'a file without its end',
      text: '<TestRun><Results><UnitTestResult testId="t1" testName="Erase" outcome="Passed"/>',
      cases: ['passed Erase'],
      incomplete: /ends inside <Results>/,
    },
  ],
};
