import { bytes } from '#lib/format/bytes.ts';
import { clip } from '#lib/format/clip.ts';
import { counted } from '#lib/format/count.ts';
import { type Action, lastCellNames } from '#lib/workflow/action.ts';
import { type CodeCell, codeCell, outputText } from '#lib/workflow/notebook.ts';
import type { CellRow } from '#lib/workflow/rows.ts';
import type { Executed } from '#server/notebook/execute-cell.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import { nextId } from './add-cell.ts';
import { cellLanguage } from './cell-language.ts';
import { cellAt, cellsOf, keepCell } from './cells.ts';
import { workflowInputOf } from './facts.ts';
import { inKernel, type Placed } from './in-kernel.ts';

/** What of an output services are told; all of it is in the notebook. */
const mostTold = 4_000;

/** Executes a code cell in the kernel of the run. Its outputs become part of the cell and an effect of the observation. */
export async function execCell(context: ActivityContext, wanted: Extract<Action, { action: 'exec' }>, place: Placed) {
  const { notebook } = await workflowInputOf(context);
  const cells = await cellsOf(context, place.round);
  const found = await findCell(context, wanted, cells, place);
  if (found === null) return refused(wanted, cells);
  const done = await inKernel(context, { cell: found.cell, cells, place });
  const executed: CodeCell = {
    ...found.cell,
    execution_count: done.executionCount,
    outputs: [...done.outputs],
    ...(done.status !== 'ok' && { metadata: { ...found.cell.metadata, firmloop: { status: done.status } } }),
  };
  const artifact = await keepCell(context, executed);
  const isFine = done.status === 'ok';
  const text = clip([outputText(done.outputs), isFine ? '' : done.reason].filter(Boolean).join('\n'), mostTold).text;
  return {
    ok: isFine || (notebook.on_error === 'continue' && done.status === 'error'),
    summary: oneSentence(`${found.cell.id} ${inWords(done)}`),
    cell: { id: found.cell.id, name: found.name, type: 'code' as const, ok: isFine, artifact },
    effect: { text, artifact },
    evidence: [{ kind: 'artifact' as const, id: artifact, label: found.cell.id }],
  };
}

async function findCell(
  context: ActivityContext,
  { codecell_id, content }: Extract<Action, { action: 'exec' }>,
  cells: readonly CellRow[],
  { round }: Placed,
): Promise<{ cell: CodeCell; name: string | null } | null> {
  const code = cells.filter(({ type }) => type === 'code');
  const isLast = codecell_id === undefined || lastCellNames.includes(codecell_id);
  const named = isLast ? undefined : code.findLast(({ id, name }) => id === codecell_id || name === codecell_id);
  if (content !== undefined && named === undefined)
    return {
      cell: codeCell(await nextId(context, round), content, await cellLanguage(context)),
      name: isLast ? null : codecell_id,
    };
  const row = isLast ? code.at(-1) : named;
  if (row === undefined) return null;
  const cell = await cellAt(context, row.artifact);
  if (cell.cell_type !== 'code') return null;
  return { cell: content === undefined ? cell : { ...cell, source: content }, name: row.name };
}

function refused({ codecell_id }: { codecell_id?: string | undefined }, cells: readonly CellRow[]) {
  const known = cells.flatMap(({ id, name, type }) => (type === 'code' ? [name ?? id] : []));
  const what = codecell_id === undefined ? 'no code cell has been added' : `there is no code cell ${codecell_id}`;
  return {
    ok: false,
    summary: oneSentence(`${what}${known.length === 0 ? '' : `; there are ${known.join(', ')}`}`),
    cell: null,
    effect: null,
    evidence: [],
  };
}

function inWords({ status, outputs, dropped, reason }: Executed): string {
  const left = dropped === 0 ? '' : `, of which ${bytes(dropped)} were left out`;
  const printed = `${counted(outputs.length, 'output')}${left}`;
  if (status === 'ok') return `gave ${printed}`;
  const last = outputs.findLast((output) => output.output_type === 'error');
  const what = last?.output_type === 'error' ? `${last.ename}: ${last.evalue}` : reason;
  return status === 'error' ? `failed with ${clip(what, 200).text}` : `${reason}, after ${printed}`;
}
