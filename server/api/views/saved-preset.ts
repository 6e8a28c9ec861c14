import { presets } from '#lib/convergence/criteria.ts';
import type { CriteriaPreset } from '#server/store/criteria-presets.ts';

/** A saved preset as a launch says it: a built-in one, and the settings that differ from it. */
export function savedPreset({ name, note, criteria, maxIterations }: CriteriaPreset) {
  const base = criteria.model === 'rules' ? 'STANDARD' : 'BALANCED';
  const usual: Readonly<Record<string, unknown>> = presets[base];
  const changes = Object.entries(criteria).filter(([field, value]) => usual[field] !== value);
  return {
    name,
    note,
    base,
    set: {
      ...Object.fromEntries(changes.map(([field, value]) => [`criteria.${field}`, String(value)])),
      'limits.max_iterations': String(maxIterations),
    },
  };
}
