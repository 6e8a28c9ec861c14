import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { type LineKey, lineKey } from '#lib/repair/localise/spectrum.ts';
import type { Candidate } from '#lib/repair/mutate/candidate.ts';
import { candidatesFor } from '#lib/repair/mutate/candidates.ts';
import { learnedPriors } from '#lib/repair/mutate/learned-priors.ts';
import { pairsOf } from '#lib/repair/mutate/pairs.ts';
import { type Cloneable, cloneablesOf, clonesFor } from '#lib/repair/schemata/cloneable.ts';
import type { AgentTask } from '../agent.ts';
import type { Prepared } from './prepare.ts';
import type { Sources } from './sources.ts';

export type SearchTask = AgentTask<Extract<AgentConfig, { use: 'search' }>>;
export type Failing = Extract<Prepared, { state: 'fails' }>;

/** What is left to try, in the order of trying: what helped other tests before, single edits, and pairs of them where the budget has room. */
export async function ideasFor(task: SearchTask, { sources, suspicion, tried }: Failing): Promise<Candidate[]> {
  const scores = new Map<LineKey, number>(suspicion.lines.map(({ path, line, score }) => [lineKey(path, line), score]));
  const units = sources.editable.map((unit) => ({ unit, mined: sources.mined(unit) }));
  const refused = new Set(task.proposed);
  const priors = learnedPriors(await task.bench.knowledge.read());
  const all = candidatesFor({ units, symbols: sources.symbols, scores, refused, priors });
  const singles = all.filter(({ id }) => !tried.has(id));
  const room = task.config.max_candidates - singles.length;
  const pairs = room > 0 ? pairsOf(all, (path) => sources.units.get(path)?.text ?? '') : [];
  const untried = pairs.filter(({ id }) => !refused.has(id) && !tried.has(id));
  return [...helpfulFirst(task, cheapFirst(sources, singles)), ...untried.slice(0, Math.max(room, 0))];
}

/** A candidate that needs a build of its own must be more promising than many that share one. */
const ownBuild = 0.3;

function cheapFirst({ units }: Sources, candidates: readonly Candidate[]): Candidate[] {
  const known = new Map<string, readonly Cloneable[]>();
  const cloneablesIn = (path: string) => {
    const unit = units.get(path);
    const found = known.get(path) ?? (unit === undefined ? [] : cloneablesOf(unit));
    known.set(path, found);
    return found;
  };
  const worth = ({ path, edits, priority }: Candidate) =>
    priority * (clonesFor(cloneablesIn(path), edits) === null ? ownBuild : 1);
  const weighed = candidates.map((candidate) => ({ candidate, weight: worth(candidate) }));
  return weighed.sort((a, b) => b.weight - a.weight).map(({ candidate }) => candidate);
}

/** Candidates that helped other tests than those that were mended first: the next iteration begins with them. */
const helpful = new Map<string, ReadonlySet<string>>();
const runsRemembered = 50;

export function rememberHelpful({ workspace }: AgentTask, candidates: readonly Candidate[]): void {
  if (helpful.size >= runsRemembered) helpful.clear();
  helpful.set(workspace.runId, new Set(candidates.map(({ id }) => id)));
}

function helpfulFirst({ workspace }: AgentTask, candidates: readonly Candidate[]): Candidate[] {
  const known = helpful.get(workspace.runId) ?? new Set();
  return [...candidates.filter(({ id }) => known.has(id)), ...candidates.filter(({ id }) => !known.has(id))];
}
