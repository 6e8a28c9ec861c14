import type { deploy as contract } from '#lib/activities/environment.ts';
import type { Filing } from '#server/artifacts/artifact-store.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { builtTree } from './built-tree.ts';
import { configOf } from './run-facts.ts';
import { environmentOfRun } from './site.ts';

/** Images of this size and more are started where they lie, without a copy to return to. */
const largestKeptBytes = 64 * 1024 * 1024;

/** Where tests start from an image, it is kept beside the one before it, so that there is one to return to. */
export const deploy: Perform<typeof contract> = async (_input, context) => {
  const begin = performance.now();
  const config = await configOf(context);
  const { workspace } = await builtTree(context);
  const { flash, place } = await environmentOfRun(context, config, workspace);
  const answer = (ok: boolean, snapshotId: string | null, reason: string) => ({
    ok,
    snapshotId,
    reason: oneSentence(reason),
    durationMs: Math.round(performance.now() - begin),
  });
  if (flash === undefined) return answer(true, null, `${place} runs what was built in place`);

  const image = await flash.image();
  if (!image.ok) return answer(false, null, image.reason);
  const { runId, iteration, activityId, host } = context;
  const filing = { runId, iteration, activityId, kind: 'file', name: 'deployed-image' } as const satisfies Filing;
  const before = await artifactOf(host.pool, { runId, kind: filing.kind, name: filing.name });
  const size = `${image.name} (${image.bytes.length} bytes) is what ${place} starts`;
  if (image.bytes.length > largestKeptBytes) return answer(true, before, `${size}; it is too large to be kept`);
  const now = await host.artifacts.put(filing, image.bytes, { raw: true, mediaType: 'application/octet-stream' });
  return answer(true, before, now === before ? `${size}, the same as before` : size);
};
