import type { InitPlan } from '#lib/init/plan.ts';
import type { Trial } from '#lib/init/project-file.ts';
import { type TryOptions, tryProject } from './try-project.ts';

/** The plan to write, and what its trial showed; no trial where there was nothing to try. */
export interface TriedPlan {
  readonly plan: InitPlan;
  readonly trial: Trial | null;
}

/**
 * Tries one build system of a project after the other until one builds it and its tests run. What did not work is told
 * with the one that does; where none works, the first one is kept, with what became of all of them.
 */
export async function tryPlans(folder: string, plan: InitPlan, options: TryOptions): Promise<TriedPlan> {
  const failed: string[] = [];
  let first: Trial | null = null;
  for (const each of [plan, ...plan.others]) {
    const trial = await tryProject(folder, each, options);
    if (trial?.works === true) return { plan: each, trial: { ...trial, findings: [...failed, ...trial.findings] } };
    first ??= trial;
    failed.push(...(trial?.findings ?? []));
    if (options.signal?.aborted === true) break;
  }
  return { plan, trial: first === null ? null : { ...first, findings: failed } };
}
