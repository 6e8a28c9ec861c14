import type { Envelope } from '#lib/engine/envelope.ts';
import type { Json } from '#lib/engine/json.ts';
import { topState } from '#lib/engine/top-state.ts';
import type { WorkflowContext } from '#lib/machines/staged-workflow/context.ts';
import { notebookCell } from '#lib/workflow/notebook.ts';
import { type CellRow, cellsIn, readRows } from '#lib/workflow/rows.ts';
import { type WorkflowTemplate, workflowTemplate } from '#lib/workflow/template.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import type { runPage } from '#server/store/pages/run-page.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { asItStood } from '../history/as-it-stood.ts';
import { filmOf } from '../history/film.ts';
import { recordsAt } from '../history/records-at.ts';
import type { Services } from '../services.ts';

type RunRow = Awaited<ReturnType<typeof runPage>>;

/** A workflow with its rows, as it is, or as it stood after one of the run's transitions. */
export async function readWorkflow(services: Services, now: RunRow, at: number | undefined) {
  const standing = at === undefined ? null : await asItStood(services, now, at);
  const run = standing?.run ?? now;
  const context = (run.snapshot as unknown as Envelope).context as unknown as WorkflowContext;
  const seq = standing?.transition.eventSeq;
  const stored = async (kind: string): Promise<Json[]> => {
    if (seq === undefined) return await recordsOf(services.pool, now.id, kind);
    const film = await filmOf(services.engine, await storedRun(services.pool, now.id), seq);
    return recordsAt(film, seq, kind).map(({ data }) => data);
  };
  const { round } = context;
  const [behaviors, actions, answers, history, verdicts, template] = await Promise.all([
    stored('behavior').then((rows) => readRows('behavior', rows, round)),
    stored('action').then((rows) => readRows('action', rows, round)),
    stored('planning').then((rows) => readRows('planning', rows, round)),
    stored('fsm').then((rows) => readRows('fsm', rows)),
    stored('update').then((rows) => readRows('update', rows)),
    context.workflow === null ? null : templateAt(services, context.workflow.id),
  ]);
  const state = topState(run.state);
  return { run, state, context, template, behaviors, actions, answers, history, verdicts, cells: cellsIn(actions) };
}

/** A workflow by the hash that it is stored under. */
export async function templateAt({ artifacts }: Services, hash: string): Promise<WorkflowTemplate> {
  return await artifactAs(artifacts, hash, workflowTemplate);
}

/** The cells of a notebook, whole. */
export async function wholeCells({ artifacts }: Services, rows: readonly CellRow[]) {
  return await Promise.all(rows.map(({ artifact }) => artifactAs(artifacts, artifact, notebookCell)));
}
