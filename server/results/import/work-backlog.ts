import type { Pool } from 'pg';
import type { ArtifactStore } from '#server/artifacts/artifact-store.ts';
import { identityRulesOf } from '#server/store/identity-rules.ts';
import { endWaitingFile, type FileEnd } from '#server/store/imports/import-files.ts';
import { type TakenFile, takeFile } from '#server/store/imports/take-file.ts';
import { joinLate } from '../identity/change-rules.ts';
import { importResults } from './import-results.ts';
import { isFileFormat } from './is-file-format.ts';
import { readResults } from './read-results.ts';
import { sourceOfGzip } from './result-source.ts';

/** A file whose reader has died so often is not given to another one. */
const mostTries = 3;

/** Reads files that wait, one after the other, until none does. One that cannot be read is set aside and holds up no other. */
export async function workBacklog(pool: Pool, artifacts: Pick<ArtifactStore, 'get'>): Promise<number> {
  for (let read = 0; ; read += 1) {
    const file = await takeFile(pool);
    if (file === null) return read;
    await endWaitingFile(pool, file.id, await endOf(pool, artifacts, file));
  }
}

async function endOf(pool: Pool, artifacts: Pick<ArtifactStore, 'get'>, file: TakenFile): Promise<FileEnd> {
  if (file.tries > mostTries)
    return { state: 'set_aside', reason: `whoever read it died ${mostTries} times: it may be larger than can be read` };
  try {
    const { askedFormat, projectId } = file;
    const rules = await identityRulesOf(pool, projectId);
    const { results } = await readResults(sourceOfGzip(await artifacts.get(file.blob)), {
      format: askedFormat !== null && isFileFormat(askedFormat) ? askedFormat : undefined,
      identityRules: rules,
    });
    if ('reason' in results) return { state: 'set_aside', reason: results.reason };
    const end = await importResults(pool, { ...file, parsed: results });
    await joinLate(pool, { projectId, readBy: rules });
    return end;
  } catch (error) {
    return {
      state: 'set_aside',
      reason: `it could not be stored: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
