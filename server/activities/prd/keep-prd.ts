import type { PrdOutline } from '#lib/activities/prd.ts';
import type { Json } from '#lib/engine/json.ts';
import { prdMarkdown } from '#lib/prd/markdown.ts';
import type { Prd } from '#lib/prd/prd.ts';
import type { ActivityContext } from '../context.ts';

/** Stores a document under the hash of what is in it, and gives the outline that the machine decides on. */
export async function keepPrd(
  { host, runId, activityId, iteration }: ActivityContext,
  document: Prd,
): Promise<PrdOutline> {
  const filing = { runId, iteration, activityId, kind: 'plan' } as const;
  const prdId = await host.artifacts.putJson(
    { ...filing, name: `prd-${activityId}.json` },
    JSON.parse(JSON.stringify(document)) as Json,
  );
  await host.artifacts.put({ ...filing, name: 'prd.md' }, prdMarkdown(document), { mediaType: 'text/markdown' });
  return {
    prdId,
    title: document.title,
    tasks: document.tasks.map(({ task_id, title }) => ({ id: task_id, title })),
  };
}
