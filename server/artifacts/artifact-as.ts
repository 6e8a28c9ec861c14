import type { z } from 'zod';
import type { ArtifactStore } from './artifact-store.ts';

/** What is stored as JSON under a hash. Throws when it is not there, or is none of this shape. */
export async function artifactAs<Value>(
  artifacts: Pick<ArtifactStore, 'get'>,
  hash: string,
  schema: z.ZodType<Value>,
): Promise<Value> {
  return schema.parse(JSON.parse((await artifacts.get(hash)).toString('utf8')));
}
