import { showPath } from '../problem.ts';
import type { ResultsConfig } from '../sections/results.ts';
import { type Check, type Contradiction, doubtful, wrong } from './check.ts';
import { namedGroups } from './named-groups.ts';

/** Every `results` of the file has what its format needs, and nothing that would be ignored. */
export const checkResults: Check = (config) => [
  ...resultsTrouble(config.results, ['results']),
  ...(config.acceptance?.results ? resultsTrouble(config.acceptance.results, ['acceptance', 'results']) : []),
  ...Object.entries(config.environments).flatMap(([name, environment]) => {
    const parts = 'test' in environment && Array.isArray(environment.test) ? environment.test : [];
    return parts.flatMap((part, at) =>
      typeof part === 'object' && part.results
        ? resultsTrouble(part.results, ['environments', name, 'test', at, 'results'])
        : [],
    );
  }),
];

type Rule = (results: ResultsConfig, path: readonly (string | number)[]) => Contradiction | undefined;

const rules: readonly Rule[] = [
  ({ format, pattern }, path) =>
    format === 'pattern' && pattern === undefined
      ? wrong(
          path,
          `\`${showPath(path)}\` has the format \`pattern\` but no \`pattern\``,
          'Add `pattern: "^(?<status>PASS|FAIL): (?<name>\\\\S+)"`.',
        )
      : undefined,
  ({ format, pattern }, path) => {
    if (format !== 'pattern' || pattern === undefined) return undefined;
    const groups = namedGroups(pattern);
    const place = [...path, 'pattern'];
    if (groups === null)
      return wrong(
        place,
        `\`${showPath(place)}\` is not a regular expression`,
        'Check brackets and backslashes; in YAML single quotes keep backslashes as they are.',
      );
    const missing = ['name', 'status'].filter((group) => !groups.includes(group));
    return missing.length > 0
      ? wrong(
          place,
          `\`${showPath(place)}\` has no group named ${missing.map((group) => `\`${group}\``).join(' and ')}`,
          'Name the groups, as in `(?<status>PASS|FAIL): (?<name>\\S+)`.',
        )
      : undefined;
  },
  ({ format, pairs }, path) =>
    format === 'golden' && pairs.length === 0
      ? wrong(
          path,
          `\`${showPath(path)}\` has the format \`golden\` but no \`pairs\``,
          'Add `pairs: [{ actual: build/out.txt, expected: tests/expected/out.txt }]`.',
        )
      : undefined,
  ({ from, files }, path) =>
    from === 'file' && files.length === 0
      ? wrong(path, `\`${showPath(path)}\` reads from files but names none`, 'Add `files: [build/results.xml]`.')
      : undefined,
  ({ from, files }, path) =>
    from === 'output' && files.length > 0
      ? doubtful(
          [...path, 'files'],
          `\`${showPath(path)}.files\` is ignored, since results are read from the output`,
          'Add `from: file`.',
        )
      : undefined,
  ({ format, pattern, words }, path) =>
    format !== 'pattern' && (pattern ?? words) !== undefined
      ? doubtful(
          path,
          `\`${showPath(path)}.${pattern === undefined ? 'words' : 'pattern'}\` is ignored with the format \`${format}\``,
          'Use `format: pattern`, or remove it.',
        )
      : undefined,
  ({ format, pairs }, path) =>
    format !== 'golden' && pairs.length > 0
      ? doubtful(
          [...path, 'pairs'],
          `\`${showPath(path)}.pairs\` is ignored with the format \`${format}\``,
          'Use `format: golden`, or remove it.',
        )
      : undefined,
];

function resultsTrouble(results: ResultsConfig, path: readonly (string | number)[]): Contradiction[] {
  return rules.flatMap((rule) => rule(results, path) ?? []);
}
