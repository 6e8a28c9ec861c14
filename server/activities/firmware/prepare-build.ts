import type { prepareBuild as contract } from '#lib/activities/build.ts';
import type { Perform } from '../perform.ts';
import { missingPrograms } from './programs.ts';
import { configOf } from './run-facts.ts';
import { treeAt } from './workspace.ts';

export const prepareBuild: Perform<typeof contract> = async ({ commit }, context) => {
  const config = await configOf(context);
  await treeAt(context, commit);
  const missing = missingPrograms(config.build.requires);
  const reason =
    missing.length === 0
      ? 'every program that the build requires is there'
      : `missing: ${missing.map((one) => one.program).join(', ')}`;
  return { ok: missing.length === 0, missing, reason };
};
