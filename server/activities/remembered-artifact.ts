import type { z } from 'zod';
import { remember } from '#lib/remember.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import type { ActivityContext } from './context.ts';

const most = 100;

/** Gives a stored value by the hash of its text: exactly what was shown or read, so it is parsed once. */
export function rememberedArtifact<Value>(
  schema: z.ZodType<Value>,
): (of: Pick<ActivityContext, 'host'>, hash: string) => Promise<Value> {
  const values = remember<Value>(most);
  return ({ host }, hash) => values(hash, () => artifactAs(host.artifacts, hash, schema));
}
