import type { Situation } from '#lib/agents/situation.ts';
import { clip } from '#lib/format/clip.ts';
import type { MeasuredTest } from '#server/store/results.ts';
import type { ActivityContext } from '../../context.ts';
import { filedResults, filedTests } from '../../filed.ts';
import { buildRecord } from '../build-record.ts';
import { measurementOfStart } from '../same-tree.ts';

const mostTests = 40;
const longestMessage = 600;
const mostErrors = 20;

/** The tests that fail in the tree that the iteration starts from, and how many pass. */
export async function failingTests(context: ActivityContext): Promise<Pick<Situation, 'failing' | 'passing'>> {
  const sets = await filedResults(context, context.iteration);
  const start = (await measurementOfStart(context, sets)) ?? sets[0];
  const tests = start === undefined ? [] : await filedTests(context, start.id);
  const failing = tests.filter(({ status }) => status === 'failed' || status === 'error');
  return {
    failing: failing
      .toSorted((a, b) => a.key.localeCompare(b.key))
      .slice(0, mostTests)
      .map(told),
    passing: tests.filter(({ status }) => status === 'passed').length,
  };
}

function told({ name, status, message, file, line }: MeasuredTest): Situation['failing'][number] {
  const place = file === null ? null : `${file}${line === null ? '' : `:${line}`}`;
  return { name, status, message: message === null ? null : clip(message, longestMessage).text, place };
}

/** What the compiler said of the last build, when it failed. */
export async function buildErrors(context: ActivityContext): Promise<string[]> {
  const built = await buildRecord(context, context.iteration);
  if (built === null || built.ok) return [];
  const errors = built.messages.filter(({ severity }) => severity === 'error');
  const lines = errors.map(({ file, line, text }) => `${file}${line === null ? '' : `:${line}`}: ${text}`);
  return lines.length > 0 ? lines.slice(0, mostErrors) : [built.firstError ?? 'the build failed without a message'];
}
