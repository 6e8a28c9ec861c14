import { availableParallelism } from 'node:os';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { isFailing } from '#lib/repair/choose/compare.ts';
import { bestFirst, type Tried } from '#lib/repair/choose/outcome.ts';
import { type LineKey, lineKey } from '#lib/repair/localise/spectrum.ts';
import { type Candidate, describeCandidate, removesBehaviour } from '#lib/repair/mutate/candidate.ts';
import { candidatesFor } from '#lib/repair/mutate/candidates.ts';
import { applyEdits } from '#lib/repair/mutate/draft.ts';
import { pairsOf } from '#lib/repair/mutate/pairs.ts';
import { type AgentTask, free, type Proposal } from '../agent.ts';
import { trialIn } from './attempt.ts';
import { diffOf } from './diff-of.ts';
import { buildOnce, type Prepared } from './prepare.ts';
import { sentenceOf, tellProgress } from './progress.ts';
import type { Trees } from './trees.ts';
import { type Tries, tryCandidates } from './try-candidates.ts';
import { searchTunables } from './tunables.ts';

type SearchTask = AgentTask<Extract<AgentConfig, { use: 'search' }>>;
type Failing = Extract<Prepared, { state: 'fails' }>;

/** Tries edits of suspicious lines and proposes the best one that mends a test and breaks none. */
export async function proposeForTests(
  task: SearchTask,
  trees: Trees,
  { sources, baseline, suspicion, tried: before }: Failing,
): Promise<Proposal> {
  const scores = new Map<LineKey, number>(suspicion.lines.map(({ path, line, score }) => [lineKey(path, line), score]));
  const refused = new Set([...task.proposed, ...before]);
  const editable = sources.editable.map((unit) => ({ unit, mined: sources.mined(unit) }));
  const singles = rememberedFirst(task, candidatesFor({ units: editable, symbols: sources.symbols, scores, refused }));
  const textOf = (path: string) => sources.units.get(path)?.text ?? '';
  const room = task.config.max_candidates - singles.length;
  const pairs =
    room > 0
      ? pairsOf(singles, textOf)
          .filter(({ id }) => !refused.has(id))
          .slice(0, room)
      : [];
  const candidates = [...singles, ...pairs];

  const progress = tellProgress(task, { lines: suspicion.lines.length, candidates: candidates.length });
  const trials = await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), searchTunables.mostTrees) }, async (_, at) => {
      const tree = await trees.copy(`try-${at}`);
      await buildOnce(task, trees, tree);
      return trialIn(task, tree, sources, baseline);
    }),
  );
  const budget = { candidates: task.config.max_candidates, milliseconds: task.config.timeout, signal: task.signal };
  const { tried, ended } = await tryCandidates(trials, candidates, budget, progress.tell);
  for (const { candidate } of tried) if (!task.signal.aborted) before.add(candidate.id);
  const funnel = sentenceOf(await progress.end(tried));
  const improving = bestFirst(tried.filter(({ fate }) => fate === 'improves'));
  remember(task, improving);
  const [best, ...others] = improving;
  if (best === undefined)
    return { outcome: 'gave-up', reason: `no edit helped (${reasons[ended]}): ${funnel}`, usage: free };

  const { candidate } = best;
  const text = textOf(candidate.path);
  const failing = baseline.cases.filter(isFailing).length;
  return {
    outcome: 'patch',
    source: candidate.id,
    summary: `plausible: ${describeCandidate(candidate)} mends ${best.mended.length} of ${failing} failing tests`,
    claim: claimOf(best, others, funnel),
    diff: await diffOf(task.git, candidate.path, text, applyEdits(text, candidate.edits)),
    usage: free,
  };
}

const reasons: Readonly<Record<Tries['ended'], string>> = {
  found: 'what was found did not last',
  'all tried': 'every idea was tried',
  budget: 'the budget of candidates or minutes is used up',
  cancelled: 'the search was cancelled',
};

function claimOf({ candidate, mended, position }: Tried, others: readonly Tried[], funnel: string): string {
  const alternatives = others.slice(0, searchTunables.alternativesTold).map((one) => {
    const note = removesBehaviour(one.candidate) ? ', but takes behaviour away' : '';
    return `- mends ${one.mended.length}${note}: ${describeCandidate(one.candidate)}`;
  });
  return [
    `Plausible, not proved: candidate ${position} makes ${mended.length} failing tests pass and breaks none. ${describeCandidate(candidate)}`,
    `Mended: ${mended.slice(0, 10).join(', ')}${mended.length > 10 ? ', …' : ''}`,
    ...(alternatives.length === 0
      ? ['No other candidate that was tried helps.']
      : ['Alternatives that pass as well:', ...alternatives]),
    funnel,
  ].join('\n');
}

/** Candidates that helped other tests than those that were mended first: the next iteration begins with them. */
const helpful = new Map<string, ReadonlySet<string>>();
const runsRemembered = 50;

function remember({ workspace }: AgentTask, improving: readonly Tried[]): void {
  if (helpful.size >= runsRemembered) helpful.clear();
  helpful.set(workspace.runId, new Set(improving.map(({ candidate }) => candidate.id)));
}

function rememberedFirst({ workspace }: AgentTask, candidates: readonly Candidate[]): Candidate[] {
  const known = helpful.get(workspace.runId) ?? new Set();
  return [...candidates.filter(({ id }) => known.has(id)), ...candidates.filter(({ id }) => !known.has(id))];
}
