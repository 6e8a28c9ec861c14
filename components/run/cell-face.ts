import type { CellMeaning } from '#lib/heat/cell.ts';

/** How a cell is drawn: each meaning has a mark of its own beside its tone. */
export const cellFaces = {
  regression: { fill: 'bg-fill-fail text-ink-inverse ring-2 ring-bad ring-inset', glyph: '↓', word: 'regression' },
  failing: { fill: 'bg-fill-fail text-ink-inverse', glyph: '×', word: 'still failing' },
  error: { fill: 'bg-fill-error text-ink-inverse', glyph: '!', word: 'error' },
  flaky: { fill: 'border border-attention bg-attention-soft text-attention', glyph: '~', word: 'flaky' },
  infrastructure: {
    fill: 'border border-idle border-dashed bg-idle-soft text-idle',
    glyph: 'i',
    word: 'infrastructure',
  },
  fixed: { fill: 'bg-fill-pass text-ink-inverse ring-2 ring-good ring-inset', glyph: '↑', word: 'fixed' },
  passed: { fill: 'bg-fill-pass', glyph: '', word: 'passed' },
  skipped: { fill: 'bg-fill-skip', glyph: '', word: 'skipped' },
  'not run': { fill: 'border border-line-strong', glyph: '', word: 'not run' },
  absent: { fill: '', glyph: '', word: 'did not exist' },
} as const satisfies Record<CellMeaning, { fill: string; glyph: string; word: string }>;
