import { createHash } from 'node:crypto';
import { firmwareLoopSchema } from '#lib/config/firmware-loop.ts';
import { fingerprintText } from '#lib/diff/fingerprint.ts';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { statOf } from '#lib/diff/stat.ts';
import { DomainError } from '#lib/errors.ts';
import { firmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { checkPolicy, type PolicyAnswer } from '#lib/policy/check-policy.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import { runInput } from '#server/store/run-input.ts';
import type { Services } from '../services.ts';

/** What is found of a patch before a run takes it. */
export interface JudgedPatch {
  readonly fingerprint: string;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
  readonly policy: PolicyAnswer;
}

/**
 * Reads a patch by the policy of the run's own project file. Whether it fits the tree is found where the tree lies, when it
 * is applied. Throws CONFLICT before the project file has been loaded.
 */
export async function judgePatch({ pool, artifacts }: Services, runId: string, diff: string): Promise<JudgedPatch> {
  const hash = await artifactOf(pool, { runId, kind: 'config', name: 'config' });
  if (hash === null) throw new DomainError('CONFLICT', 'The project file of this run has not been loaded yet.');
  const { policy } = await artifactAs(artifacts, hash, firmwareLoopSchema);
  const { subdirectory } = firmwareLoopInput.parse(await runInput(pool, runId)).repository;
  const parsed = parseDiff(diff);
  const { files, additions, deletions } = statOf(parsed);
  return {
    fingerprint: createHash('sha256').update(fingerprintText(parsed)).digest('hex').slice(0, 16),
    files,
    additions,
    deletions,
    policy: checkPolicy(parsed, policy, { symlinks: [], submodules: [], subdirectory, confidence: null }),
  };
}
