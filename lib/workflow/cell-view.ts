import type { Block } from '#lib/guide/blocks.ts';

/** What a cell has printed or shown, as a page may draw it. */
export type OutputView =
  | { readonly kind: 'text' | 'trouble'; readonly text: string; readonly rest: number }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string };

/** A cell of a notebook as a page may draw it. */
export type CellView =
  | { readonly type: 'markdown'; readonly id: string; readonly blocks: readonly Block[] }
  | {
      readonly type: 'code';
      readonly id: string;
      /** What actions call it by. */
      readonly name: string | null;
      readonly source: string;
      readonly ok: boolean | null;
      readonly executionCount: number | null;
      readonly outputs: readonly OutputView[];
    };
