import type { CaseDraft } from '../collector.ts';
import { msFrom } from '../text/duration.ts';
import type { TestStatus } from '../types.ts';

const verdict = /:(PASS|FAIL|IGNORE)(?=$|[: (])/;
const position = /^(.*):(\d+):(.*)$/;
const fixtureName = /^(?:IGNORE_)?TEST\(\s*([^,()]+?)\s*,\s*([^,()]+?)\s*\)$/;
const fixturePrefix = /^.*\bTEST\(\s*([^,()]+?)\s*,\s*([^,()]+?)\s*\)\s*/;
/** The quiet fixture prints `.` and `!` for tests, and no line feed. */
const progress = /^[.!]+(?=[^.!/\\])/;
const time = / \((\d+(?:\.\d+)?) ms\)\s*$/;

const statusOf: Readonly<Record<string, TestStatus>> = { PASS: 'passed', FAIL: 'failed', IGNORE: 'skipped' };

/**
 * Reads `file:line:name:VERDICT[: message][ (12 ms)]`, also with a drive letter, with text before it on the same line,
 * and with colons in the message. The verbose fixture leaves the name empty: then it is the `TEST(group, name)` before the
 * file, or the test that is `open` since an earlier line. Without a fixture the suite is the file's name, without its
 * folder, which differs between machines.
 */
export function readUnityResult(text: string, open?: { suite: string; name: string }): CaseDraft | undefined {
  const found = verdict.exec(text);
  if (found === null) return undefined;
  const [, before = '', line = '', written = ''] = position.exec(text.slice(0, found.index)) ?? [];
  const file = (before.replace(fixturePrefix, '').split(/\s/).at(-1) ?? '').replace(progress, '');
  const status = statusOf[found[1] ?? ''];
  const inFixture = fixtureTest(written === '' ? fixturePrefix.exec(before) : fixtureName.exec(written));
  const test =
    inFixture ?? (written === '' ? open : { suite: file.split(/[\\/]/).at(-1) ?? file, name: written.trim() });
  if (file === '' || test === undefined || status === undefined) return undefined;

  const after = text.slice(found.index + found[0].length);
  const message = after.replace(time, '').replace(/^:\s?/, '').trim();
  return {
    ...test,
    status,
    ...(status === 'skipped' ? { reason: message || 'ignored' } : message === '' ? {} : { message }),
    durationMs: msFrom(time.exec(after)?.[1]),
    file,
    line: Number(line),
  };
}

function fixtureTest(found: RegExpExecArray | null): { suite: string; name: string } | undefined {
  return found === null ? undefined : { suite: found[1] ?? '', name: found[2] ?? '' };
}
