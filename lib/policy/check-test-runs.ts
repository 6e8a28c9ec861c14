import type { FileDiff } from '#lib/diff/parsed-diff.ts';
import type { ChangedLine } from './changed-lines.ts';

/** A line of a build file with which the tests run otherwise, and how. */
export interface OtherRun {
  readonly line: ChangedLine;
  readonly because: string;
}

/** Properties with which CTest and Meson leave a test out, or take something else for passing. */
const otherMeaning =
  /\b(?:DISABLED\s+"?(?:TRUE|ON|YES|1)|WILL_FAIL|(?:PASS|SKIP)_REGULAR_EXPRESSION|SKIP_RETURN_CODE|(?:CMAKE_)?(?:CROSSCOMPILING_EMULATOR|TEST_LAUNCHER)|CTEST_CUSTOM_\w+|should_fail|exe_wrapper)\b/;

const compiles = /\$[({](?:CC|CXX|CPP|CPPC|LD|AR)[)}]|\b(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)\s|\s-o\s/;

/** Finds where a build file changes how tests are started, or what counts as passing. */
export function checkTestRuns(file: FileDiff, lines: readonly ChangedLine[]): OtherRun[] {
  const started = startedByTests(file);
  return lines.flatMap((line): OtherRun[] => {
    if (line.kind === 'add' && otherMeaning.test(line.text))
      return [{ line, because: 'it changes what counts as passing' }];
    if (line.kind === 'delete' && started.has(line.line)) return [{ line, because: 'the tests are started otherwise' }];
    return [];
  });
}

/**
 * The old numbers of the lines that a Makefile's targets for tests start, as far as the diff shows the target. Those that
 * compile are left out: a mended build may well compile other files.
 */
function startedByTests({ hunks }: FileDiff): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { section, lines } of hunks) {
    let isForTests = namesTests(section) ?? false;
    for (const { kind, text, oldLine } of lines) {
      if (kind === 'add' || oldLine === null) continue;
      if (text.startsWith('\t')) {
        if (isForTests && !compiles.test(text)) found.add(oldLine);
      } else isForTests = namesTests(text) ?? isForTests;
    }
  }
  return found;
}

/** Whether a line begins a target for tests; null when it begins none. */
function namesTests(text: string): boolean | null {
  const targets = /^([\w./ -]+?)\s*::?(?!=)/.exec(text)?.[1];
  return targets === undefined ? null : /(?:^|[\s._-])(?:check|(?:unit|run)?[_-]?tests?)(?:$|[\s_-])/i.test(targets);
}
