import type { resetEnvironment as contract } from '#lib/activities/environment.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { configOf } from './run-facts.ts';
import { environmentOfRun } from './site.ts';
import { openTree } from './workspace.ts';

/** Switches it off and on where there is a switch; elsewhere every command's processes are proved gone when it ends. */
export const resetEnvironment: Perform<typeof contract> = async (_input, context) => {
  // Its own row is counted, see `filedResets`.
  context.stored();
  const [config, { workspace }] = await Promise.all([configOf(context), openTree(context)]);
  const { power, place } = await environmentOfRun(context, config, workspace);
  const answer = await power?.reset();
  if (answer === undefined) return { ok: true, reason: `on ${place} nothing is left of an earlier command` };
  return { ok: answer.ok, reason: oneSentence(answer.reason) };
};
