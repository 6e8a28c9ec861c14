import { writeFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import type { FinalReport } from '#lib/report/final-report.ts';
import { artifactBytes } from '#server/store/artifacts.ts';

/** Writes the diff from the base to the best tree into a file and says so; without one nothing is written. Throws BAD_INPUT. */
export async function savePatch(pool: Pool, { artifacts }: FinalReport, file: string): Promise<string> {
  const bytes = artifacts.patch_file === null ? null : await artifactBytes(pool, artifacts.patch_file.hash);
  if (bytes === null) return `nothing better than the base was found, so ${file} is not written`;
  await writeFile(file, bytes).catch((cause: unknown) => {
    const why = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new DomainError('BAD_INPUT', `The patch cannot be written to ${file} (${why}): choose another place.`, {
      cause,
    });
  });
  return `the result is in ${file}: git apply ${file}`;
}
