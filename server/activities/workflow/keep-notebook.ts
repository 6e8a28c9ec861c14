import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { keepNotebook as contract } from '#lib/activities/workflow.ts';
import type { Json } from '#lib/engine/json.ts';
import { notebookOf, notebookText } from '#lib/workflow/notebook.ts';
import { pathInside } from '#server/environments/path-inside.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import type { Perform } from '../perform.ts';
import { cellAt, cellsOf } from './cells.ts';
import { openWorkflowTree, workflowInputOf } from './facts.ts';
import { observe } from './observe.ts';

/** Writes the notebook into the tree, and files it and the observation with the run, as they stand. */
export const keepNotebook: Perform<typeof contract> = async ({ place }, context) => {
  const { id, cells } = await writeNotebook(context, place.round);
  const { host, runId, iteration, activityId } = context;
  await host.artifacts.putJson(
    { runId, iteration, activityId, kind: 'report', name: 'observation.json' },
    JSON.parse(JSON.stringify(await observe(context, place))) as Json,
  );
  return { cells, evidence: [{ kind: 'artifact', id, label: 'notebook' }] };
};

/** The notebook of a round as a file of the tree and an artifact of the run. */
export async function writeNotebook(context: ActivityContext, round: number): Promise<{ id: string; cells: number }> {
  const [{ goal, notebook }, { workspace }, rows] = await Promise.all([
    workflowInputOf(context),
    openWorkflowTree(context),
    cellsOf(context, round),
  ]);
  const cells = await Promise.all(rows.map(({ artifact }) => cellAt(context, artifact)));
  const text = notebookText(notebookOf(cells, goal));
  const file = join(workspace.directory, notebook.file);
  await mkdir(dirname(file), { recursive: true });
  // A cell may have put a link in the way.
  if ((await pathInside(workspace.root, dirname(file))) === null && dirname(file) !== workspace.root)
    throw new ActivityFailure('ACTION_FAILED', `${notebook.file} leads out of the project`, { final: true });
  await writeFile(file, text, { flag: 'w' });
  const { host, runId, iteration, activityId } = context;
  const id = await host.artifacts.put({ runId, iteration, activityId, kind: 'report', name: notebook.file }, text, {
    mediaType: 'application/x-ipynb+json',
  });
  return { id, cells: cells.length };
}
