import type { verifyPrd as contract } from '#lib/activities/prd.ts';
import { counted } from '#lib/format/count.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { runCommandTool } from '../task/tools/run-command.ts';
import { prdInputOf, prdTreeAt } from './facts.ts';
import { listeningTo } from './trouble-heard.ts';

const secondsEach = 1_800;

/** Runs the verify commands in the session's tree, in order until one fails; or the one that failed before. */
export const verifyPrd: Perform<typeof contract> = async ({ tree: commit, only }, context) => {
  const [{ verify }, tree] = await Promise.all([prdInputOf(context), prdTreeAt(context, commit)]);
  const chosen = verify.map((command, at) => ({ command, at })).filter(({ at }) => only === null || at === only);
  const evidence = [{ kind: 'log' as const, id: context.activityId, label: 'output of the verification' }];
  const isWhole = chosen.length === verify.length;
  for (const { command, at } of chosen) {
    const { log, heard } = listeningTo(context.log);
    const used = await runCommandTool({ command, timeout: secondsEach, network: false }, tree, { ...context, log });
    if (used.code === null) continue;
    const line = heard();
    const summary = oneSentence(line === null ? used.summary : `${used.summary}: ${line}`);
    return { ok: false, failed: at, isWhole, summary, evidence };
  }
  const passed = isWhole ? counted(chosen.length, 'command') : `\`${chosen[0]?.command ?? ''}\``;
  return { ok: true, failed: null, isWhole, summary: oneSentence(`${passed} passed`), evidence };
};
