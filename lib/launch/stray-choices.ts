import { NOWHERE, type Problem } from '#lib/config/problem.ts';
import type { LaunchChoices } from './choices.ts';

/** Choices that only a firmware loop has, with the setting that each is about. */
const ofLoops = {
  environment: 'environment',
  agents: 'agents',
  preset: 'criteria.preset',
  maxIterations: 'limits.max_iterations',
  set: 'criteria, plateau, limits',
} as const satisfies Partial<Record<keyof LaunchChoices, string>>;

/** What was chosen for a launch of another machine that its runs do not have, and the logs that it does not take. */
export function strayChoices(machine: string, choices: LaunchChoices, logs: number): Problem[] {
  const stray = (Object.keys(ofLoops) as (keyof typeof ofLoops)[]).filter((name) => choices[name] !== undefined);
  const message = `a run of ${machine} does not have this choice`;
  return [
    ...stray.map((name) => ({ ...NOWHERE, path: ofLoops[name], message, suggestion: 'Leave it out.' })),
    ...(logs === 0
      ? []
      : [{ ...NOWHERE, path: '', message: `a run of ${machine} takes no logs`, suggestion: 'Leave them out.' }]),
  ];
}
