import type { SeriesTone } from '#lib/report/plot.ts';

/** Distances on an A4 page, points. */
export const paper = { margin: 48, width: 595.28, height: 841.89, chart: 230, row: 16, bar: 17 } as const;
export const inner = paper.width - 2 * paper.margin;

/** Colours on paper, as the pages have them in the light. */
export const ink = { text: '#1f232b', muted: '#5b626e', line: '#dcdfe4', strong: '#9aa1ad' } as const;
export const fills = {
  good: '#4cb58a',
  attention: '#c4832f',
  bad: '#c22f2f',
  idle: '#9aa1ad',
  busy: '#2f62b5',
  first: '#2f62b5',
  second: '#d07a35',
} as const satisfies Record<SeriesTone, string>;

export type Document = PDFKit.PDFDocument;

/** A rectangle on the page. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
