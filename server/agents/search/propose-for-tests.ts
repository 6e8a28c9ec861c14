import { counted } from '#lib/format/count.ts';
import { isFailing } from '#lib/repair/choose/compare.ts';
import { doubtsOf, type Tried } from '#lib/repair/choose/outcome.ts';
import { describeCandidate } from '#lib/repair/mutate/candidate.ts';
import { applyEdits } from '#lib/repair/mutate/draft.ts';
import { recordsOf } from '#lib/repair/mutate/learned-priors.ts';
import { type SearchAlternatives, searchRecords } from '#lib/repair/records.ts';
import { free, type Proposal } from '../agent.ts';
import { ranked } from './behaviour.ts';
import { diffOf } from './diff-of.ts';
import { type Failing, ideasFor, rememberHelpful, type SearchTask } from './ideas.ts';
import { sentenceOf, tellProgress } from './progress.ts';
import type { Trees } from './trees.ts';
import { trialsFor } from './trials-for.ts';
import { type Tries, tryCandidates } from './try-candidates.ts';
import { searchTunables } from './tunables.ts';

/** Tries edits of suspicious lines and proposes the best one that mends a test and breaks none. */
export async function proposeForTests(task: SearchTask, trees: Trees, failing: Failing): Promise<Proposal> {
  const { baseline, suspicion } = failing;
  for (const id of trees.triedBefore) failing.tried.add(id);
  if (trees.triedBefore.length > 0)
    task.log.say(
      `the search was cut off; it goes on after ${counted(trees.triedBefore.length, 'candidate')} tried in vain`,
    );
  const candidates = await ideasFor(task, failing);
  const progress = tellProgress(task, { lines: suspicion.lines.length, candidates: candidates.length });
  const over = new AbortController();
  const trials = await trialsFor({ ...task, signal: AbortSignal.any([task.signal, over.signal]) }, trees, failing);
  const { max_candidates: most, timeout: milliseconds } = task.config;
  const budget = { candidates: most, milliseconds, signal: task.signal, stop: () => over.abort() };
  const { tried, ended } = await tryCandidates(trials, candidates, budget, suspicion.groups, {
    onTried: progress.tell,
    keep: trees.keep,
  });
  for (const { candidate } of tried) if (!task.signal.aborted) failing.tried.add(candidate.id);
  await task.bench.knowledge.add(recordsOf(tried));
  const funnel = sentenceOf(await progress.end(tried));
  const helped = tried.filter(({ fate }) => fate === 'improves');
  rememberHelpful(
    task,
    helped.map(({ candidate }) => candidate),
  );
  const improving = await ranked(task, trees, failing, helped);
  const [best, ...others] = improving;
  if (best === undefined)
    return { outcome: 'gave-up', reason: `no edit helped (${reasons[ended]}): ${funnel}`, usage: free };

  const { candidate } = best;
  const all = baseline.cases.filter(isFailing).length;
  const diff = (one: Tried) => diffOfCandidate(task, failing, one);
  await task.bench.record(searchRecords.alternatives, await alternativesOf(improving, { all, diff }));
  return {
    outcome: 'patch',
    source: candidate.id,
    summary: `plausible: ${describeCandidate(candidate)} mends ${best.mended.length} of ${all} failing tests`,
    claim: claimOf(best, others, funnel),
    diff: await diff(best),
    usage: free,
  };
}

async function diffOfCandidate({ git }: SearchTask, { sources }: Failing, { candidate }: Tried): Promise<Buffer> {
  const text = sources.units.get(candidate.path)?.text ?? '';
  return await diffOf(git, candidate.path, text, applyEdits(text, candidate.edits));
}

/** For people to choose another one than was proposed. */
async function alternativesOf(
  improving: readonly Tried[],
  { all, diff }: { all: number; diff: (one: Tried) => Promise<Buffer> },
): Promise<SearchAlternatives> {
  const told = improving.slice(0, searchTunables.alternativesTold + 1);
  return await Promise.all(
    told.map(async (one) => ({
      change: describeCandidate(one.candidate),
      mended: one.mended.length,
      failing: all,
      doubts: doubtsOf(one),
      diff: (await diff(one)).toString('utf8'),
    })),
  );
}

const reasons: Readonly<Record<Tries['ended'], string>> = {
  found: 'what was found did not last',
  'all tried': 'every idea was tried',
  budget: 'the budget of candidates or minutes is used up',
  cancelled: 'the search was cancelled',
};

function claimOf({ candidate, mended, position }: Tried, others: readonly Tried[], funnel: string): string {
  const alternatives = others.slice(0, searchTunables.alternativesTold).map((one) => {
    const doubts = doubtsOf(one).map((doubt) => `, but ${doubt}`);
    return `- mends ${one.mended.length}${doubts.join('')}: ${describeCandidate(one.candidate)}`;
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
