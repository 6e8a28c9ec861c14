import { showPath } from '../problem.ts';
import { patternSettings, type ResultsConfig } from '../sections/results.ts';
import { type Check, type Contradiction, doubtful, wrong } from './check.ts';
import { checkExpression } from './expression.ts';

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
  const settings = patternSettings(results);
  const groups = settings?.statusWithoutWord === undefined ? ['name', 'status'] : ['name'];
  return [
    ...rules.flatMap((rule) => rule(results, path) ?? []),
    ...(settings ? checkExpression([...path, 'pattern'], settings.pattern, groups) : []),
    ...(settings?.summary === undefined ? [] : checkExpression([...path, 'summary'], settings.summary, [])),
  ];
}
