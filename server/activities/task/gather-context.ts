import type { gatherContext as contract } from '#lib/activities/task.ts';
import type { Json } from '#lib/engine/json.ts';
import { workspaceGit } from '#server/workspace/workspace-git.ts';
import type { Perform } from '../perform.ts';
import { openTaskTree } from './facts.ts';
import { repoMap } from './repo-map.ts';
import { searchTree } from './search-tree.ts';

/** Words that say nothing about code. */
const plainWords = new Set([
  'that',
  'this',
  'with',
  'from',
  'when',
  'then',
  'have',
  'must',
  'should',
  'which',
  'there',
  'into',
]);
const mostWords = 6;

/** The map of the repository, what the request's words find in it, and its latest history. */
export const gatherContext: Perform<typeof contract> = async ({ question }, context) => {
  const { git, workspace } = await openTaskTree(context);
  const words = [...new Set(question.match(/[A-Za-z_]\w{3,}/g) ?? [])]
    .filter((word) => !plainWords.has(word.toLowerCase()))
    .slice(0, mostWords);
  const [map, found, log] = await Promise.all([
    repoMap(git, workspace),
    words.length === 0 ? null : searchTree(context, workspace, { query: words.join('|'), paths: [] }),
    workspaceGit(git, workspace)(['log', '--oneline', '-n', '20', workspace.baseCommit]),
  ]);
  if (found?.ok === false) context.log.say(`nothing was searched for: ${found.reason}`);
  const { runId, activityId, iteration, host } = context;
  const { text, hits, program } = found?.ok ? found : { text: '', hits: 0, program: 'grep' as const };
  const gathered = { map, search: text, history: log.stdout };
  const hash = await host.artifacts.putJson(
    { runId, iteration, activityId, kind: 'analysis', name: 'context' },
    JSON.parse(JSON.stringify(gathered)) as Json,
  );
  return {
    files: map.length,
    symbols: map.reduce((sum, { symbols }) => sum + symbols.length, 0),
    hits,
    searchedWith: program,
    evidence: [{ kind: 'artifact', id: hash, label: 'what the plan is made from' }],
  };
};
