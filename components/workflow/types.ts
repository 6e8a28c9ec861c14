import type { CellView } from '#lib/workflow/cell-view.ts';
import type { WorkflowChange } from '#lib/workflow/changes.ts';
import type { WorkflowRow } from '#lib/workflow/rows.ts';

/** A notebook as a page draws it: its last cells, and where all of it is. */
export interface WorkflowNotebook {
  readonly file: string;
  readonly href: string;
  /** Cells before the first that is shown. */
  readonly earlier: number;
  readonly cells: readonly CellView[];
}

/** An update that waits for a verdict. */
export interface WorkflowAsking {
  readonly id: string;
  readonly kind: 'workflow' | 'step';
  readonly summary: string;
  readonly changes: readonly WorkflowChange[];
}

export interface WorkflowTroubleFact {
  readonly code: string;
  readonly message: string;
  readonly from: string;
}

export type HistoryRow = WorkflowRow<'fsm'>;
