import type { Collector } from '../collector.ts';
import type { LineReader } from '../line-parser.ts';
import { msFrom } from '../text/duration.ts';
import { neverEnded } from '../unfinished.ts';
import { readUnityResult } from './result-line.ts';
import { createUnityTally } from './tally.ts';

const summary = /(?:^|\s)(\d+) Tests (\d+) Failures (\d+) Ignored\s*$/;
const announced = /(?:^|[\s.!])(IGNORE_)?TEST\(\s*([^,()]+?)\s*,\s*([^,()]+?)\s*\)(.*)$/;
const verdictOfOpen = /(?:^|\s)PASS(?: \((\d+(?:\.\d+)?) ms\))?\s*$/;

/**
 * ThrowTheSwitch Unity: `path/file.c:12:test_name:PASS|FAIL|IGNORE[: message]` and the fixture's
 * `TEST(group, name) PASS`. A summary ends each binary; a log may hold several. A binary without its summary crashed.
 * The fixture prints only dots for passing tests unless it is verbose: those are counted by the summary and have no name.
 */
export function readUnity(collector: Collector): LineReader {
  const tally = createUnityTally(collector);
  let open: { suite: string; name: string } | undefined;
  let summaries = 0;
  let sinceSummary = 0;

  return {
    line(text, number) {
      const total = summary.exec(text);
      if (total !== null) {
        tally.summary({ tests: Number(total[1]), failures: Number(total[2]), ignored: Number(total[3]) }, number);
        summaries += 1;
        sinceSummary = 0;
        open = undefined;
        return true;
      }
      const result = readUnityResult(text, open);
      if (result !== undefined) {
        tally.add(result);
        sinceSummary += 1;
        open = undefined;
        return true;
      }
      const start = announced.exec(text);
      const passed = verdictOfOpen.exec(start?.[4] ?? text);
      if (start !== null) {
        sinceSummary += 1;
        open = { suite: start[2] ?? '', name: start[3] ?? '' };
        if (start[1] !== undefined) {
          tally.add({ ...open, status: 'skipped', reason: 'ignored' });
          open = undefined;
        }
      }
      if (passed !== null && open !== undefined) {
        tally.add({ ...open, status: 'passed', durationMs: msFrom(passed[1]) });
        open = undefined;
      }
      return start !== null;
    },
    end() {
      if (open !== undefined) {
        collector.add({ ...open, status: 'error', message: neverEnded });
      }
      if (summaries === 0) collector.incomplete('there is no summary "N Tests M Failures K Ignored"');
      else if (sinceSummary > 0) collector.incomplete(`${sinceSummary} results come after the last summary`);
    },
  };
}
