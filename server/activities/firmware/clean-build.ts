import type { cleanBuild as contract } from '#lib/activities/build.ts';
import { rollBackTo } from '#server/workspace/roll-back.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { configOf } from './run-facts.ts';
import { runLogged } from './run-logged.ts';
import { treeAt } from './workspace.ts';

export const cleanBuild: Perform<typeof contract> = async ({ commit }, context) => {
  const config = await configOf(context);
  const { git, workspace } = await treeAt(context, commit);
  if (config.build.clean !== undefined) {
    const outcome = await runLogged(context, {
      command: config.build.clean,
      workspace,
      env: config.build.env,
      deadlineMs: config.build.timeout,
      silenceMs: config.build.silence,
      outputCapBytes: config.limits.log_size,
    });
    if (outcome.endedBy === 'exit' && outcome.exitCode === 0)
      return { ok: true, reason: 'the clean command succeeded' };
    context.log.say('the clean command failed, so everything that is not committed is removed instead');
  }
  const cleaned = await rollBackTo(git, workspace, commit, { clean: 'everything' });
  return cleaned.ok
    ? { ok: true, reason: 'everything that is not committed was removed' }
    : { ok: false, reason: oneSentence(cleaned.reason) };
};
