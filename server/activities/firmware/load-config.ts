import type { loadConfig as contract } from '#lib/activities/repository.ts';
import type { Json } from '#lib/engine/json.ts';
import { createGit } from '#server/workspace/git.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { importBaseline } from './import-baseline.ts';
import { readProjectFile } from './read-project-file.ts';
import { inputOf } from './run-facts.ts';

export const loadConfig: Perform<typeof contract> = async (_input, context) => {
  const { repository, baseCommit, ref } = await inputOf(context);
  const at = { repository: repository.path, subdirectory: repository.subdirectory ?? '', commit: baseCommit ?? ref };
  const file = await readProjectFile(createGit({ signal: context.signal }), at);
  if (!file.found) return { ok: false, problems: [oneSentence(file.reason)], acceptance: false };
  const { answer } = file;
  const problems = answer.problems
    .slice(0, 10)
    .map((one) => oneSentence(`line ${one.line}: ${one.path}: ${one.message}`));
  if (!answer.ok) return { ok: false, problems, acceptance: false };
  const filing = {
    runId: context.runId,
    iteration: 0,
    kind: 'config',
    name: 'config',
    activityId: context.activityId,
  } as const;
  await context.host.artifacts.putJson(filing, answer.written as Json);
  await importBaseline(context, answer.config, at);
  return { ok: true, problems, acceptance: answer.config.acceptance !== undefined };
};
