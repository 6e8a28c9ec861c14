import type { LaunchChoices } from '#lib/launch/choices.ts';
import { cannotLaunch } from './cannot-launch.ts';
import { judgeLaunch, type LaunchPlan, type PlanOptions } from './judge-launch.ts';

/** The plan of a launch that can be made. Throws BAD_INPUT that lists every problem, a line each. */
export async function planLaunch(choices: LaunchChoices, options: PlanOptions = {}): Promise<LaunchPlan> {
  const judged = await judgeLaunch(choices, options);
  if (judged.ok) return judged;
  throw cannotLaunch(choices.folder, judged.problems);
}
