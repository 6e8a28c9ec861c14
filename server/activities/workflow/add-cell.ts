import { counted } from '#lib/format/count.ts';
import type { Action } from '#lib/workflow/action.ts';
import { codeCell } from '#lib/workflow/notebook.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import { cellLanguage } from './cell-language.ts';
import { cellsOf, keepCell } from './cells.ts';

interface Round {
  readonly round: number;
}

/** Adds a cell: text, or code that is executed later. */
export async function addCell(context: ActivityContext, wanted: Extract<Action, { action: 'add' }>, { round }: Round) {
  const id = await nextId(context, round);
  const isCode = wanted.shot_type === 'action';
  const artifact = await keepCell(
    context,
    isCode
      ? codeCell(id, wanted.content, await cellLanguage(context))
      : { cell_type: 'markdown', id, metadata: {}, source: wanted.content },
  );
  const type = isCode ? ('code' as const) : ('markdown' as const);
  return {
    ok: true,
    summary: oneSentence(`${id}, ${counted(wanted.content.split('\n').length, 'line')} of ${isCode ? 'code' : 'text'}`),
    cell: { id, name: wanted.codecell_id ?? null, type, ok: null, artifact },
    effect: null,
    evidence: [{ kind: 'artifact' as const, id: artifact, label: id }],
  };
}

/** The name of the next cell of a round. */
export async function nextId(context: ActivityContext, round: number): Promise<string> {
  return `cell-${(await cellsOf(context, round)).length + 1}`;
}
