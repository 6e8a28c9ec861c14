import type { keepNotebook as contract } from '#lib/activities/workflow.ts';
import type { Json } from '#lib/engine/json.ts';
import { notebookOf, notebookText } from '#lib/workflow/notebook.ts';
import type { ActivityContext } from '../context.ts';
import type { Perform } from '../perform.ts';
import { cellAt, cellsOf } from './cells.ts';
import { workflowInputOf } from './facts.ts';
import { observe } from './observe.ts';

/** Files the notebook and the observation with the run, as they stand. */
export const keepNotebook: Perform<typeof contract> = async ({ place }, context) => {
  const { id, cells } = await fileNotebook(context, place.round);
  const { host, runId, iteration, activityId } = context;
  await host.artifacts.putJson(
    { runId, iteration, activityId, kind: 'report', name: 'observation.json' },
    JSON.parse(JSON.stringify(await observe(context, place))) as Json,
  );
  return { cells, evidence: [{ kind: 'artifact', id, label: 'notebook' }] };
};

/** The notebook of a round as an artifact of the run. */
export async function fileNotebook(
  context: ActivityContext,
  round: number,
): Promise<{ readonly id: string; readonly cells: number; readonly text: string }> {
  const [{ goal, notebook }, rows] = await Promise.all([workflowInputOf(context), cellsOf(context, round)]);
  const cells = await Promise.all(rows.map(({ artifact }) => cellAt(context, artifact)));
  const text = notebookText(notebookOf(cells, goal));
  const { host, runId, iteration, activityId } = context;
  const id = await host.artifacts.put({ runId, iteration, activityId, kind: 'report', name: notebook.file }, text, {
    mediaType: 'application/x-ipynb+json',
  });
  return { id, cells: cells.length, text };
}
