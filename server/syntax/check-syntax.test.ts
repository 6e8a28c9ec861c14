import { expect, test } from 'vitest';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { checkPolicy } from '#lib/policy/check-policy.ts';
import type { Policy } from '#lib/policy/policy.ts';
import { changedSyntax } from './changed-syntax.ts';

const policy: Policy = { allow: ['**'], forbid: [], max_files: 20, max_lines: 500, max_risk: 1, rules: {} };

const c = `#include <stdlib.h>
struct job { int system; };
int check(int level)
{
    if (level > 7)
        return -1;
    log_level(level);
    return 0;
}
void go(struct job *job) { run(job->system); }
`;

const cpp = `int Reader::read()
{
    try {
        return bus.read();
    } catch (const Error &error) {
        report(error);
    }
    return -1;
}
`;

/** One hunk without context around the lines that differ. */
function diffOf(path: string, before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const head = old.findIndex((line, at) => line !== now[at]);
  const most = Math.min(old.length, now.length) - head;
  let tail = 0;
  while (tail < most && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const gone = old.slice(head, old.length - tail);
  const come = now.slice(head, now.length - tail);
  const range = (lines: readonly string[]) => `${lines.length === 0 ? head : head + 1},${lines.length}`;
  const body = [...gone.map((line) => `-${line}\n`), ...come.map((line) => `+${line}\n`)].join('');
  return `--- a/${path}\n+++ b/${path}\n@@ -${range(gone)} +${range(come)} @@\n${body}`;
}

async function rulesOf(path: string, before: string, after: string): Promise<string[]> {
  const parsed = parseDiff(diffOf(path, before, after));
  const syntax = await changedSyntax(parsed, () => before);
  const { findings } = checkPolicy(parsed, policy, { symlinks: [], submodules: [], confidence: null, syntax });
  return findings.map(({ rule, line }) => `${rule}:${line}`);
}

test.each<[string, string, string, string, readonly string[]]>([
  ['a branch that is never taken', c, 'level > 7', 'level > 7 && 0', ['constant-condition:5']],
  ['a branch that always is', c, 'level > 7', '1', ['constant-condition:5']],
  [
    'a function that answers the same to everything',
    c,
    c.slice(c.indexOf('    if'), c.indexOf('    return 0')),
    '',
    ['emptied-function:3'],
  ],
  ['a return before the code', c, '    if (level', '    return 0;\n    if (level', ['unreachable-code:6']],
  ['a call over two lines', c, 'log_level(level)', 'system\n("reboot")', ['shell-call:7']],
  ['a call through a pointer', c, 'log_level(level)', 'int (*f)(const char *) = system', ['shell-call:7']],
  ['a call in parentheses', c, 'log_level(level)', '(strcpy)(a, b)', ['unsafe-call:7']],
  ['a forgotten exception', cpp, '        report(error);\n', '', ['swallowed-exception:5']],
  [
    'code for tests only',
    c,
    '    log_level',
    '#ifdef UNIT_TEST\n    return 0;\n#endif\n    log_level',
    ['test-only-code:7'],
  ],
  ['the name in a comment', c, 'log_level(level)', 'log_level(level) /* not system() */', []],
  ['the name in a string', c, 'log_level(level)', 'log_text("system()")', []],
  ['a member of that name', c, 'run(job->system)', 'walk(job->system)', []],
  ['a loop for ever', c, 'log_level(level)', 'for (;;) wait(level)', []],
  ['a plain change', c, 'level > 7', 'level > 6', []],
])('%s is found by its syntax', async (_, before, from, to, rules) => {
  const path = before === cpp ? 'src/reader.cpp' : 'src/check.c';
  expect(await rulesOf(path, before, before.replace(from, to))).toEqual(rules);
});
