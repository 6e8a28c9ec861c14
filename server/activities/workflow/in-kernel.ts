import { counted } from '#lib/format/count.ts';
import type { CodeCell } from '#lib/workflow/notebook.ts';
import type { CellRow } from '#lib/workflow/rows.ts';
import { type Executed, executeCell } from '#server/notebook/execute-cell.ts';
import type { KernelDoor } from '#server/notebook/kernel-door.ts';
import { type KernelPlace, kernelAt, stopKernel } from '#server/notebook/kernel-process.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import type { ActivityContext } from '../context.ts';
import { cellLanguage } from './cell-language.ts';
import { cellAt } from './cells.ts';
import { openWorkflowTree, workflowInputOf } from './facts.ts';

export interface Placed {
  readonly round: number;
  readonly epoch: number;
}

/**
 * Executes a cell in the kernel of the run. A kernel that is new executes first what the notebook has executed before, as
 * a restart of any notebook does, so that nothing that a cell made is missing. One that is cut off does not live on.
 */
export async function inKernel(
  context: ActivityContext,
  { cell, cells, place }: { cell: CodeCell; cells: readonly CellRow[]; place: Placed },
): Promise<Executed> {
  const { notebook } = await workflowInputOf(context);
  const at = await kernelPlace(context, place.epoch);
  const limitMs = notebook.cell_seconds * 1_000;
  const kernel = await kernelAt(at, context.signal);
  if (!kernel.ok) return { status: 'gone', outputs: [], executionCount: null, dropped: 0, reason: kernel.reason };
  if (kernel.isNew) context.log.say(`a new ${kernel.door.kind} kernel`);
  let isWhole = false;
  try {
    const trouble = await rebuilt(context, kernel.door, cells, { except: cell.id, limitMs });
    if (trouble !== null) return trouble;
    const done = await executeCell(kernel.door, { cell: cell.id, code: cell.source, limitMs }, context.signal);
    for (const output of done.outputs)
      if (output.output_type === 'stream') context.log.write(output.name, Buffer.from(output.text));
    isWhole = done.status === 'ok' || done.status === 'error' || done.executionCount !== null;
    return done;
  } finally {
    kernel.door.close();
    if (!isWhole) await stopKernel(at);
  }
}

/** Where the kernel of this run lives. */
export async function kernelPlace(context: ActivityContext, epoch: number): Promise<KernelPlace> {
  const [{ notebook }, { workspace }, language] = await Promise.all([
    workflowInputOf(context),
    openWorkflowTree(context),
    cellLanguage(context),
  ]);
  const { home, watchdog } = context.host;
  return {
    runId: context.runId,
    folder: workspace.folder,
    directory: workspace.directory,
    sandbox: wallsAround(workspace.root, { store: workspace.store, home }),
    python: notebook.python,
    kind: language === 'javascript' ? 'node' : notebook.kernel,
    epoch,
    watchdog,
  };
}

/** Executes the cells that a kernel has not executed and the notebook has; gives what went wrong, or null. */
async function rebuilt(
  context: ActivityContext,
  door: KernelDoor,
  cells: readonly CellRow[],
  { except, limitMs }: { except: string; limitMs: number },
): Promise<Executed | null> {
  const missing = cells.filter(({ id, ok }) => ok === true && id !== except && !door.cells.includes(id));
  if (missing.length > 0)
    context.log.say(`the kernel is new: ${counted(missing.length, 'cell')} of before are executed again`);
  for (const { id, artifact } of missing) {
    const cell = await cellAt(context, artifact);
    if (cell.cell_type !== 'code') continue;
    const done = await executeCell(door, { cell: id, code: cell.source, limitMs }, context.signal);
    if (done.status === 'ok') continue;
    return {
      ...done,
      reason: `the kernel was new, and ${id}, which was executed before, did not pass again: ${done.reason}`,
    };
  }
  return null;
}
