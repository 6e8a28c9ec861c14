import { stagedWorkflow } from '#lib/machines/staged-workflow/index.ts';
import { stagedWorkflowInput } from '#lib/machines/staged-workflow/input.ts';
import { notebookOf, notebookText } from '#lib/workflow/notebook.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import type { Services } from '../services.ts';
import { readWorkflow, wholeCells } from './read-workflow.ts';

/** The notebook of a run as it stands, with all its cells; null for a run of another machine. Throws NOT_FOUND. */
export async function notebookFile(services: Services, runId: string): Promise<{ name: string; text: string } | null> {
  const run = await runPage(services.pool, runId);
  if (run.machine !== stagedWorkflow.id) return null;
  const { goal, notebook } = stagedWorkflowInput.parse(run.input);
  const { cells } = await readWorkflow(services, run, undefined);
  const text = notebookText(notebookOf(await wholeCells(services, cells), goal));
  return { name: notebook.file.split('/').at(-1) ?? 'workflow.ipynb', text };
}
