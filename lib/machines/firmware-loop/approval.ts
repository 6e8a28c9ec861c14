import type { Settings } from './context.ts';

/** Whether a person is asked for a patch above the risk threshold, instead of refusing it. */
export function mayBeAsked({ mode, limits }: Pick<Settings, 'mode' | 'limits'>): boolean {
  return mode === 'interactive' && limits.above_risk_threshold === 'ask';
}
