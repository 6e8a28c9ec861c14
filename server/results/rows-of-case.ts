import { failureSignature } from '#lib/results/signature.ts';
import type { TestCase } from '#lib/results/types.ts';
import type { StoredResult } from '#server/store/results.ts';
import { storable } from '#server/store/storable.ts';

/** What a failure without a word is grouped under. */
const saidNothing = '(no message)';

/** The attempts of a test as rows. How long it took in all is how long its last attempt took where nothing else is known. */
export function rowsOfCase(test: TestCase): StoredResult[] {
  const { key, suite, name, rawName, file = null, line = null } = test;
  return test.attempts.map((attempt, index) => {
    const isLast = index === test.attempts.length - 1;
    const message = attempt.message ?? (isLast ? (test.message ?? test.reason) : undefined) ?? null;
    const isFailing = attempt.status === 'failed' || attempt.status === 'error' || attempt.status === 'infra';
    return storable({
      key,
      suite,
      name,
      rawName,
      attempt: index + 1,
      status: attempt.status,
      message,
      signature: isFailing ? failureSignature(message ?? '') || saidNothing : null,
      durationMs: attempt.durationMs ?? (isLast ? test.durationMs : undefined) ?? null,
      file,
      line,
    });
  });
}
