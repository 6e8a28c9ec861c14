import type { Pool } from 'pg';
import { type BuildFacts, buildFactsSchema } from '#lib/results/build-facts.ts';
import { identityRulesOf } from '#server/store/identity-rules.ts';
import { addReadFile } from '#server/store/imports/import-files.ts';
import { type ImportOfBuild, importOfBuild } from '#server/store/imports/import-of-build.ts';
import { importResults } from '../import-results.ts';
import { readResults } from '../read-results.ts';
import { sourceOfBytes } from '../result-source.ts';

const verdicts: Readonly<Record<string, string>> = {
  p: '',
  f: '<failure message="expected 3, got 4"/>',
  e: '<error message="no answer in 5 s"/>',
  s: '<skipped message="no board"/>',
  k: '<flakyFailure message="expected 3, got 4"/>',
};

/** JUnit XML of a suite `s` whose tests `a`, `b`, … came to what their letters say: p, f, e, s, and k for a pass on a retry. */
export function junitOf(letters: string, names = 'abcdefghijklmnopqrstuvwxyz'): string {
  const cases = [...letters].map((letter, at) =>
    letter in verdicts ? `<testcase name="${names[at]}" time="0.5">${verdicts[letter]}</testcase>` : '',
  );
  return `<testsuite name="s">${cases.join('')}</testsuite>`;
}

/** Imports one file of a build, as the command line does it. */
export async function importBuild(
  pool: Pool,
  projectId: string,
  text: string,
  { name = 'junit.xml', ...facts }: Partial<Record<keyof BuildFacts | 'name', string>> = {},
): Promise<ImportOfBuild & { readonly resultSetId: string; readonly state: string }> {
  const parsed = buildFactsSchema.parse(facts);
  const made = await importOfBuild(pool, { projectId, facts: parsed, by: 'tester' });
  const { sha256, bytes, results } = await readResults(sourceOfBytes(Buffer.from(text)), {
    identityRules: await identityRulesOf(pool, projectId),
  });
  if ('reason' in results) throw new Error(results.reason);
  const end = await importResults(pool, { importId: made.id, projectId, facts: parsed, name, sha256, parsed: results });
  await addReadFile(pool, { importId: made.id, name, bytes, sha256, askedFormat: null, blob: null }, end);
  return { ...made, resultSetId: end.resultSetId, state: end.state };
}
