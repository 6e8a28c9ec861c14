import { Check, CircleSlash, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react';
import type { TestStatus } from './types.ts';

/** How each test status is drawn: the fills of the heat map differ in lightness, the icons in shape. */
export const testFaces = {
  passed: { icon: Check, ink: 'text-good', fill: 'bg-fill-pass', glyph: '' },
  failed: { icon: X, ink: 'text-bad', fill: 'bg-fill-fail', glyph: '×' },
  error: { icon: TriangleAlert, ink: 'text-attention', fill: 'bg-fill-error', glyph: '!' },
  skipped: { icon: Minus, ink: 'text-idle', fill: 'bg-fill-skip', glyph: '' },
  'not run': { icon: CircleSlash, ink: 'text-idle', fill: 'border border-line-strong', glyph: '' },
} satisfies Record<TestStatus, { icon: LucideIcon; ink: string; fill: string; glyph: string }>;
