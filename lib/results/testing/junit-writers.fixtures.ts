import { type FormatFixtures, lines } from './fixture.ts';

/** What each writer of JUnit XML does in its own way. */
export const junitWriterFixtures: FormatFixtures<'junit'> = {
  format: 'junit',
  options: {},
  rows: [
    {
      says: 'a strict xpass of pytest, a naive time and names that are not ASCII',
      text: lines(
        '<testsuites><testsuite name="pytest" errors="0" failures="1" skipped="0" tests="2" time="0.01" timestamp="2020-07-15T12:00:00.123456" hostname="box">',
        '<testcase classname="tests.test_a.TestX" name="test_x" time="0.001"><failure message="[XPASS(strict)] bug 7">[XPASS(strict)] bug 7</failure></testcase>',
        '<testcase classname="tests.test_a.TestX" name="test_n[\\u00e4]" time="0.001"/>',
        '</testsuite></testsuites>',
      ),
      cases: ['failed pytest / tests.test_a.TestX::test_x', 'passed pytest / tests.test_a.TestX::test_n[\\u00e4]'],
    },
    {
      says: 'old GoogleTest, with recorded properties as attributes, a typed test and times of 1970',
      text: lines(
        '<testsuites tests="3" failures="0" disabled="0" errors="0" time="0.1" timestamp="1970-01-01T00:00:00" name="AllTests">',
        '<testsuite name="Ring/0" tests="3" failures="0" disabled="0" errors="0" time="0.1" timestamp="T12:00:00">',
        '<testcase name="Push" type_param="int" status="run" time="0.001" classname="Ring/0" max_usage="12" note="a&gt;b"/>',
        '<testcase name="Pop" type_param="int" status="notrun" time="0" classname="Ring/0"/>',
        '<testcase name="Full" status="run" result="skipped" time="0" classname="Ring/0"/>',
        '</testsuite></testsuites>',
      ),
      cases: ['passed Ring/0::Push', 'skipped Ring/0::Pop', 'skipped Ring/0::Full'],
    },
    {
      says: 'CTest, with labels, a skip by expression, missing files, a failed fixture and a time-out',
      text: lines(
        '<testsuite name="(empty)" tests="5" failures="1" disabled="0" skipped="3" hostname="" time="2" timestamp="2024-01-31T12:00:00">',
        '<testcase name="a" classname="a" time="0.5" status="run"><properties><property name="cmake_labels" value="fast;net"/></properties><system-out>ok</system-out></testcase>',
        '<testcase name="b" classname="b" time="0" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/><system-out>no board here</system-out></testcase>',
        '<testcase name="c" classname="c" time="0" status="notrun"><skipped message="Required Files Missing"/><system-out>Unable to find required file: /x</system-out></testcase>',
        '<testcase name="d" classname="d" time="0" status="notrun"><skipped message="Fixture dependency failed"/><system-out/></testcase>',
        '<testcase name="e" classname="e" time="9.5" status="fail"><failure message="Timeout"/><system-out>so far</system-out></testcase>',
        '</testsuite>',
      ),
      cases: ['passed (empty)::a', 'skipped (empty)::b', 'error (empty)::c', 'error (empty)::d', 'failed (empty)::e'],
      holds: { cases: [{ durationMs: 500 }, {}, {}, { message: 'Fixture dependency failed' }, { message: 'Timeout' }] },
    },
    {
      says: 'Twister, with a case that never got a status and a blocked one',
      text: lines(
        '<testsuites><testsuite name="qemu_x86" timestamp="2024-01-01T00:00:00.1" time="1" tests="2" failures="1" errors="0" skipped="0">',
        '<testcase name="k.a" classname="k" time="0.0"><skipped type="untested" message="No results captured, testsuite misconfiguration?"/></testcase>',
        '<testcase name="k.b" classname="k" time="0.0"><failure type="failure" message="Timeout"></failure></testcase>',
        '</testsuite></testsuites>',
      ),
      cases: ['not_run qemu_x86 / k::k.a', 'failed qemu_x86 / k::k.b'],
    },
    {
      says: "Unity's other converter, whose times are all zero",
      text: lines(
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites><testsuite name="TestRing" tests="3" failures="1" errors="0" skipped="1" time="0">',
        '<testcase name="test_push" classname="ring" time="0"/>',
        '<testcase name="test_pop" classname="ring" time="0"><failure message="Expected 1 Was 2" type="FAILED"/></testcase>',
        '<testcase name="test_full" classname="ring" time="0"><skipped message="later"/></testcase>',
        '</testsuite></testsuites>',
      ),
      cases: [
        'passed TestRing / ring::test_push',
        'failed TestRing / ring::test_pop',
        'skipped TestRing / ring::test_full',
      ],
    },
    {
      says: 'several verdicts in one case, the gravest of which counts',
      text: '<testsuite name="s"><testcase name="a"><skipped/><error message="e"/><failure message="f"/></testcase><testcase name="b"><skipped message="s"/><error message="e"/></testcase></testsuite>',
      cases: ['failed s::a', 'error s::b'],
      holds: { cases: [{ message: 'f' }, { message: 'e' }] },
    },
    {
      says: 'properties that come twice, output of suites and attachments, as no part of a verdict',
      text: lines(
        '<testsuite name="s" tests="2" assertions="3" package="p" id="0" file="a.c"><properties>',
        '<property name="board" value="nucleo"/><property name="board" value="disco"/><property name="note">text</property></properties>',
        '<testcase name="a" assertions="1"><properties><property name="attachment" value="trace.vcd"/></properties><system-out>[[ATTACHMENT|/shots/a.png]]</system-out></testcase>',
        '<testcase name="b"><failure>no &lt;board&gt;</failure><system-err>x</system-err></testcase>',
        '<system-out>of the suite</system-out><system-err/></testsuite>',
      ),
      cases: ['passed s::a', 'failed s::b'],
      holds: { cases: [{}, { message: 'no <board>' }] },
    },
    {
      says: 'Surefire, where the class is the suite and a test passed at the third attempt',
      text: lines(
        '<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="x.xsd" name="org.fw.RingTest" time="1,234.5" tests="1" errors="0" skipped="0" failures="0" flakes="1">',
        '<testcase name="push" classname="org.fw.RingTest" time="0.5"><flakyFailure message="one"/><flakyError message="two"/></testcase>',
        '</testsuite>',
      ),
      cases: ['passed~ org.fw.RingTest::push'],
      holds: { cases: [{ attempts: [{ status: 'failed' }, { status: 'error' }, { status: 'passed' }] }] },
    },
  ],
};
