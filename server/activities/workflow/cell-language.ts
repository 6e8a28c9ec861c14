import { remember } from '#lib/remember.ts';
import { type CellLanguage, languageOfCells, languageOfNotebook } from '#lib/workflow/notebook.ts';
import { cellsIn } from '#lib/workflow/rows.ts';
import type { ActivityContext } from '../context.ts';
import { missingPrograms } from '../firmware/programs.ts';
import { readAtBase } from '../firmware/read-at-base.ts';
import { cellAt } from './cells.ts';
import { openWorkflowTree, rowsOf, workflowInputOf } from './facts.ts';

/**
 * The language of a run's cells: that of its kernel where the project names one; else that of the cells that are there, of
 * the notebook in the project, or Python. A host without Python begins notebooks in JavaScript.
 */
export async function cellLanguage(context: ActivityContext): Promise<CellLanguage> {
  return await languages(context.runId, async () => {
    const { notebook } = await workflowInputOf(context);
    if (notebook.kernel !== 'auto') return notebook.kernel === 'node' ? 'javascript' : 'python';
    const rows = cellsIn(await rowsOf(context, 'action')).filter(({ type }) => type === 'code');
    const begun = languageOfCells(await Promise.all(rows.slice(0, 1).map(({ artifact }) => cellAt(context, artifact))));
    return begun ?? (await inProject(context, notebook.file)) ?? (await onThisHost(notebook.python));
  });
}

const languages = remember<CellLanguage>(100);

async function inProject(context: ActivityContext, file: string): Promise<CellLanguage | null> {
  const text = await readAtBase(await openWorkflowTree(context), file);
  return text === null ? null : languageOfNotebook(text);
}

async function onThisHost(python: string): Promise<CellLanguage> {
  return missingPrograms([python]).length === 0 ? 'python' : 'javascript';
}
