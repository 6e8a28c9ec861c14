import type { Pool } from 'pg';
import { z } from 'zod';
import type { Json } from '#lib/engine/json.ts';
import { clip } from '#lib/format/clip.ts';
import { type FailureTrace, failureTrace } from '#lib/knowledge/failure-text.ts';
import { finalRecord, iterationRecord } from '#lib/report/records.ts';
import { artifactBytes } from '#server/store/artifacts.ts';
import { costByIteration, type Lesson, timeByIteration } from '#server/store/knowledge-lessons.ts';
import { type ResultSetRow, resultSetsOf, testsOf } from '#server/store/results.ts';

const row = iterationRecord.extend({ from_commit: z.string().nullish(), proposal_id: z.string().optional() });
type Row = z.output<typeof row>;

const proposalShape = z.object({ diff: z.string(), summary: z.string(), agent: z.string() });

const longestDiff = 60_000;

/** What a run that has ended teaches: of every iteration that tried a patch, and of its end. */
export async function lessonsOfRun(
  pool: Pool,
  runId: string,
  { iterations, final }: { iterations: readonly Json[]; final: Json },
): Promise<Lesson[]> {
  const rows = iterations
    .flatMap((data) => row.safeParse(data).data ?? [])
    .toSorted((a, b) => a.iteration - b.iteration);
  const [sets, costs, times] = await Promise.all([
    resultSetsOf(pool, runId),
    costByIteration(pool, runId),
    timeByIteration(pool, runId),
  ]);
  const tried = rows.filter(({ proposal_id }) => proposal_id !== undefined);
  const lessons = await Promise.all(
    tried.map(async (one): Promise<Lesson> => {
      const [proposal, failure] = await Promise.all([proposalOf(pool, one), failureBefore(pool, one, { rows, sets })]);
      const gain = gainOf(one, rows);
      const cost = costs.get(one.iteration);
      return {
        kind: 'iteration',
        iteration: one.iteration,
        ...named(failure),
        hypothesis: one.hypothesis ?? '',
        ...proposal,
        outcome: outcomeOf(one, gain),
        gain,
        helped: gain !== null && gain > 0 && one.rolled_back_to == null,
        strategy: one.strategy ?? null,
        // Agents that take no typed tasks need no model: they cost nothing.
        tokens: cost === undefined ? 0 : cost.tokens,
        money: cost === undefined ? 0 : cost.money,
        durationMs: times.get(one.iteration) ?? null,
      };
    }),
  );
  const ending = await endingOf(pool, { final, rows, sets, costs: [...costs.values()], times: [...times.values()] });
  return ending === null ? lessons : [...lessons, ending];
}

interface Known {
  readonly rows: readonly Row[];
  readonly sets: readonly ResultSetRow[];
}

async function proposalOf(pool: Pool, { proposal_id }: Row): Promise<Pick<Lesson, 'summary' | 'diff' | 'agent'>> {
  const bytes = proposal_id === undefined ? null : await artifactBytes(pool, proposal_id);
  const parsed = proposalShape.safeParse(bytes === null ? null : JSON.parse(bytes.toString('utf8')));
  if (!parsed.success) return { summary: '', diff: '', agent: null };
  const diff = (await artifactBytes(pool, parsed.data.diff))?.toString('utf8') ?? '';
  return { summary: parsed.data.summary, diff: clip(diff, longestDiff).text, agent: parsed.data.agent };
}

/** What failed in the tree that the iteration started from. */
async function failureBefore(
  pool: Pool,
  { iteration, from_commit }: Row,
  { rows, sets }: Known,
): Promise<FailureTrace> {
  const commits = new Map(rows.map((one) => [one.iteration, one.commit ?? null]));
  const earlier = sets.filter((set) => set.iteration < iteration);
  const start = earlier.find((set) => from_commit != null && commits.get(set.iteration) === from_commit) ?? earlier[0];
  return await failureIn(pool, start);
}

async function failureIn(pool: Pool, set: ResultSetRow | undefined): Promise<FailureTrace> {
  const tests = set === undefined ? [] : await testsOf(pool, set.id);
  return failureTrace(
    tests
      .filter(({ status }) => status === 'failed' || status === 'error')
      .toSorted((a, b) => a.key.localeCompare(b.key)),
  );
}

/** Goal tests that pass more than in the iteration before; null when it was not measured. */
function gainOf({ iteration, goal }: Row, rows: readonly Row[]): number | null {
  if (goal == null) return null;
  const before = rows.findLast((one) => one.iteration < iteration && one.goal != null && one.kept !== false)?.goal;
  return goal.passed - (before?.passed ?? 0);
}

function outcomeOf({ proposal_fate, build, goal, rolled_back_to }: Row, gain: number | null): string {
  if (proposal_fate != null && proposal_fate !== 'applies') return proposal_fate;
  if (build?.ok === false) return `did not build: ${build.firstError ?? 'no message'}`;
  if (goal == null || gain === null) return 'was never measured';
  const change =
    gain === 0 ? 'as many as before' : gain > 0 ? `${gain} more than before` : `${-gain} fewer than before`;
  const total = goal.passed + goal.failed + goal.errors;
  return `${goal.passed} of ${total} goal tests passed, ${change}${rolled_back_to == null ? '' : '; rolled back'}`;
}

interface Ending extends Known {
  readonly final: Json;
  readonly costs: readonly { readonly tokens: number | null; readonly money: number | null }[];
  readonly times: readonly number[];
}

async function endingOf(pool: Pool, { final, rows, sets, costs, times }: Ending): Promise<Lesson | null> {
  const { data } = finalRecord.safeParse(final);
  if (data === undefined) return null;
  const failure = await failureIn(pool, sets.at(-1));
  const last = rows.at(-1);
  return {
    kind: 'ending',
    iteration: data.iterations,
    ...named(failure),
    hypothesis: last?.hypothesis ?? '',
    summary:
      data.best == null
        ? 'no tree was measured'
        : `the best tree is that of iteration ${data.best.iteration}: ${data.best.passed} of ${data.best.total} pass`,
    diff: '',
    outcome: data.reason.startsWith(data.final_status) ? data.reason : `${data.final_status}: ${data.reason}`,
    gain: data.best == null || data.base == null ? null : data.best.passed - data.base.passed,
    helped: data.final_status === 'SUCCESS',
    strategy: last?.strategy ?? null,
    agent: null,
    tokens: sumKnown(costs.map(({ tokens }) => tokens)),
    money: sumKnown(costs.map(({ money }) => money)),
    durationMs: times.reduce((sum, ms) => sum + ms, 0),
  };
}

/** A sum with something unknown in it is unknown. */
function sumKnown(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce<number | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);
}

function named({ text, signatures }: FailureTrace): Pick<Lesson, 'failure' | 'signatures'> {
  return { failure: text, signatures };
}
