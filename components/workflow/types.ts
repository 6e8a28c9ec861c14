import type { Block } from '#lib/guide/blocks.ts';
import type { WorkflowChange } from '#lib/workflow/changes.ts';
import type { WorkflowRow } from '#lib/workflow/rows.ts';

/** What a cell has printed or shown. */
export type WorkflowOutput =
  | { readonly kind: 'text' | 'trouble'; readonly text: string; readonly rest: number }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string };

export type WorkflowCell =
  | { readonly type: 'markdown'; readonly id: string; readonly blocks: readonly Block[] }
  | {
      readonly type: 'code';
      readonly id: string;
      readonly name: string | null;
      readonly source: string;
      readonly ok: boolean | null;
      readonly executionCount: number | null;
      readonly outputs: readonly WorkflowOutput[];
    };

/** A notebook as a page draws it: its last cells, and where all of it is. */
export interface WorkflowNotebook {
  readonly file: string;
  readonly href: string;
  /** Cells before the first that is shown. */
  readonly earlier: number;
  readonly cells: readonly WorkflowCell[];
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
