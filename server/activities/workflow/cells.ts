import type { Json } from '#lib/engine/json.ts';
import { remember } from '#lib/remember.ts';
import { type NotebookCell, notebookCell } from '#lib/workflow/notebook.ts';
import { type CellRow, cellsIn } from '#lib/workflow/rows.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import type { ActivityContext } from '../context.ts';
import { rowsOf } from './facts.ts';

/** The cells of a round. */
export async function cellsOf(context: Pick<ActivityContext, 'host' | 'runId'>, round: number): Promise<CellRow[]> {
  return cellsIn(await rowsOf(context, 'action', round));
}

/** A cell by the hash that it is stored under. */
export async function cellAt({ host }: Pick<ActivityContext, 'host'>, hash: string): Promise<NotebookCell> {
  return await kept(hash, () => artifactAs(host.artifacts, hash, notebookCell));
}

const kept = remember<NotebookCell>(200);

/** Stores a cell as it stands. */
export async function keepCell(
  { host, runId, iteration, activityId }: ActivityContext,
  cell: NotebookCell,
): Promise<string> {
  return await host.artifacts.putJson(
    { runId, iteration, activityId, kind: 'file', name: `${cell.id}-${activityId}.json` },
    JSON.parse(JSON.stringify(cell)) as Json,
  );
}
