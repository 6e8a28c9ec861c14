import type { checkHealth as contract } from '#lib/activities/environment.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { builtTree } from './built-tree.ts';
import { noteBoardFailed } from './note-board.ts';
import { configOf } from './run-facts.ts';
import { environmentOfRun } from './site.ts';

/** Asks for every sign of life that the environment can give. */
export const checkHealth: Perform<typeof contract> = async (_input, context) => {
  const config = await configOf(context);
  const { workspace } = await builtTree(context);
  const { files, console, flash, takesBoard } = await environmentOfRun(context, config, workspace);
  if (takesBoard) await context.confirmed;
  const image = await flash?.image();
  const answers = [
    ...((await files?.check()) ?? []),
    ...(image === undefined ? [] : [image.ok ? { ok: true, reason: `${image.name} is there` } : image]),
    ...(console === undefined ? [] : [await console.ready()]),
  ];
  const failed = answers.filter(({ ok }) => !ok);
  const told = failed.length === 0 ? answers : failed;
  const reason = oneSentence(told.map((answer) => answer.reason).join('; '));
  if (failed.length > 0 && takesBoard) await noteBoardFailed(context, reason);
  return {
    ok: failed.length === 0,
    checks: answers.length,
    failed: failed.length,
    reason,
  };
};
