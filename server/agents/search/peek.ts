import type { ResultsConfig } from '#lib/config/sections/results.ts';
import type { TestCase } from '#lib/results/types.ts';
import { parserOfOutput } from '#server/results/parser-of-output.ts';
import { searchTunables } from './tunables.ts';

/**
 * Reads the results so far while tests are running, now and then: a candidate that has broken one test need not run the
 * others. Only whole lines are looked at, and only of output that is not too long to be read again and again.
 */
export function peekAtResults(
  results: ResultsConfig,
  onCases: (cases: readonly TestCase[]) => unknown,
): (bytes: Buffer) => void {
  let text = '';
  let due = 0;
  return (bytes) => {
    if (results.from === 'file' || results.format === 'exit-code' || text.length > searchTunables.peekedChars) return;
    text += bytes.toString('latin1');
    if (performance.now() < due) return;
    due = performance.now() + searchTunables.peekMs;
    const parser = parserOfOutput(results, 'peek');
    parser?.push('stdout', Buffer.from(text.slice(0, text.lastIndexOf('\n') + 1), 'latin1'));
    const cases = parser?.end({ exitCode: 0, signal: null }).cases ?? [];
    onCases(cases.filter(({ origin }) => origin === 'named'));
  };
}
