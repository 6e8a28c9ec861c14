import { isFailing } from '#lib/repair/choose/compare.ts';
import { bestFirst, type Tried } from '#lib/repair/choose/outcome.ts';
import { describeCandidate, removesBehaviour } from '#lib/repair/mutate/candidate.ts';
import { applyEdits } from '#lib/repair/mutate/draft.ts';
import { recordsOf } from '#lib/repair/mutate/learned-priors.ts';
import { free, type Proposal } from '../agent.ts';
import { diffOf } from './diff-of.ts';
import { type Failing, ideasFor, rememberHelpful, type SearchTask } from './ideas.ts';
import { sentenceOf, tellProgress } from './progress.ts';
import type { Trees } from './trees.ts';
import { trialsFor } from './trials-for.ts';
import { type Tries, tryCandidates } from './try-candidates.ts';
import { searchTunables } from './tunables.ts';

/** Tries edits of suspicious lines and proposes the best one that mends a test and breaks none. */
export async function proposeForTests(task: SearchTask, trees: Trees, failing: Failing): Promise<Proposal> {
  const { sources, baseline, suspicion } = failing;
  const candidates = await ideasFor(task, failing);
  const progress = tellProgress(task, { lines: suspicion.lines.length, candidates: candidates.length });
  const trials = await trialsFor(task, trees, failing);
  const budget = { candidates: task.config.max_candidates, milliseconds: task.config.timeout, signal: task.signal };
  const { tried, ended } = await tryCandidates(trials, candidates, budget, suspicion.groups, progress.tell);
  for (const { candidate } of tried) if (!task.signal.aborted) failing.tried.add(candidate.id);
  await task.bench.knowledge.add(recordsOf(tried));
  const funnel = sentenceOf(await progress.end(tried));
  const improving = bestFirst(tried.filter(({ fate }) => fate === 'improves'));
  rememberHelpful(
    task,
    improving.map(({ candidate }) => candidate),
  );
  const [best, ...others] = improving;
  if (best === undefined)
    return { outcome: 'gave-up', reason: `no edit helped (${reasons[ended]}): ${funnel}`, usage: free };

  const { candidate } = best;
  const text = sources.units.get(candidate.path)?.text ?? '';
  const allFailing = baseline.cases.filter(isFailing).length;
  return {
    outcome: 'patch',
    source: candidate.id,
    summary: `plausible: ${describeCandidate(candidate)} mends ${best.mended.length} of ${allFailing} failing tests`,
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
