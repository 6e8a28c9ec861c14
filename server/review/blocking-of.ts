import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { type Blocking, blockingTests } from '#lib/review/blocking.ts';
import { failingTests } from '#server/store/reviews/failing-tests.ts';

/** The tests that stand in a run's way, as a decision is carried by them. */
export interface BlockingTests {
  /** SHA-256 of the sorted test identities; null when no test fails, for then nothing can be recognised again. */
  readonly blocking: string | null;
  /** Names for people, the first twenty. */
  readonly tests: readonly string[];
}

const namedTests = 20;

/** Which tests fail in the tree that a run keeps, and which never passed. */
export async function blockingTestsOf(pool: Pool, runId: string): Promise<Blocking> {
  const { tests, measured, kept } = await failingTests(pool, runId);
  return blockingTests(tests, measured, kept);
}

export async function blockingOf(pool: Pool, runId: string): Promise<BlockingTests> {
  const { now } = await blockingTestsOf(pool, runId);
  const ids = now.map(({ testId }) => testId).sort();
  return {
    blocking: ids.length === 0 ? null : createHash('sha256').update(ids.join()).digest('hex'),
    tests: now.slice(0, namedTests).map(({ suite, name }) => (suite === '' ? name : `${suite}.${name}`)),
  };
}
