import { Check, CircleSlash, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react';
import type { TestStatus } from './test-types.ts';

/** How each test status is drawn beside its word. */
export const testFaces = {
  passed: { icon: Check, ink: 'text-good' },
  failed: { icon: X, ink: 'text-bad' },
  error: { icon: TriangleAlert, ink: 'text-attention' },
  skipped: { icon: Minus, ink: 'text-idle' },
  'not run': { icon: CircleSlash, ink: 'text-idle' },
} satisfies Record<TestStatus, { icon: LucideIcon; ink: string }>;
