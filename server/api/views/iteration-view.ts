import type { Json } from '#lib/engine/json.ts';
import { buildRecordSchema } from '#server/activities/firmware/build-record.ts';
import { judgementName, judgementSchema } from '#server/activities/firmware/judgement.ts';
import { proposalSchema } from '#server/activities/firmware/proposal.ts';
import { artifactInIteration } from '#server/store/pages/artifact-list.ts';
import { strategyReason } from '#server/store/pages/strategy-reason.ts';
import { type MeasuredTest, resultSetsOf, testsOf } from '#server/store/results.ts';
import { setsUntil } from '../history/heat-map.ts';
import type { Services } from '../services.ts';
import { type IterationRecord, iterationRecordSchema } from './iteration-record.ts';
import { type Removed, remaining, unlessRemoved } from './unless-removed.ts';

/** A diff longer than this is downloaded instead of drawn. */
const longestDiff = 400_000;
/** So many tests are listed, those that fail or changed first; the heat map and the download have all. */
const mostTests = 500;

const removed: Removed = 'removed';

/** An iteration of a run with its record, and until when its files and results count: null for as long as there are any. */
export interface IterationAt {
  readonly runId: string;
  readonly iteration: number;
  readonly record: { readonly [field: string]: Json } | null;
  readonly until: Date | null;
}

/** Everything that one iteration shows: why, what, how it built, how it tested, and what was decided. */
export async function iterationView(services: Services, at: IterationAt) {
  const record = iterationRecordSchema.parse(at.record ?? { intent: '' });
  const [filedPatch, filedBuild, filedResults, judgement, switched] = await Promise.all([
    unlessRemoved(patchOf(services, record)),
    unlessRemoved(buildOf(services, at, record)),
    resultsOf(services, at, record),
    judgementOf(services, at),
    strategyReason(services.pool, at.runId, at.iteration),
  ]);
  const patch = remaining(filedPatch);
  return {
    hypothesis: hypothesisOf(record, patch?.agent ?? null),
    strategy: record.strategy == null ? null : { name: record.strategy, because: switched },
    passedOver: passedOverIn(record),
    patch,
    build: remaining(filedBuild),
    results: remaining(filedResults),
    /** What there was, and the rules of retention have removed. */
    removed: {
      patch: filedPatch === 'removed',
      build: filedBuild === 'removed',
      results: filedResults === 'removed',
    },
    judgement,
    ...decisionOf(record),
  };
}

function hypothesisOf(record: IterationRecord, agent: string | null) {
  if (record.hypothesis === undefined) return null;
  return {
    summary: record.hypothesis,
    agent: agent ?? record.strategy ?? '',
    confidence: record.analysis_confidence ?? null,
    evidence: [],
    intent: record.intent,
  };
}

/** Prepared patches that were refused before the one that was taken. */
function passedOverIn({ passed_over: refused = [] }: IterationRecord) {
  return refused.map(({ proposal_id: hash, source, why }) => ({ source, why, href: `/api/artifacts/${hash}` }));
}

async function patchOf(services: Services, record: IterationRecord) {
  if (record.proposal_id === undefined) return null;
  const proposal = proposalSchema.safeParse(await json(services, record.proposal_id));
  if (!proposal.success) return null;
  const { diff, policy, agent } = proposal.data;
  const text = (await services.artifacts.get(diff)).toString('utf8');
  return {
    agent,
    text: text.length <= longestDiff ? text : '',
    href: `/api/artifacts/${diff}`,
    findings: policy.findings.map((finding) => ({
      rule: finding.rule,
      severity: finding.severity === 'refuse' ? ('block' as const) : ('warn' as const),
      message: finding.message,
      file: finding.path ?? '',
      line: finding.side === 'new' ? finding.line : null,
    })),
  };
}

async function buildOf(services: Services, { runId, iteration, until }: IterationAt, record: IterationRecord) {
  const wanted = { runId, iteration, kind: 'build' };
  const filed = await artifactInIteration(services.prisma, { ...wanted, until });
  if (filed === null) {
    // What was done again since is no build of then, but is not removed either.
    const isThere = async () => (await artifactInIteration(services.prisma, { ...wanted, until: null })) !== null;
    return record.build === undefined || (await isThere()) ? null : removed;
  }
  const built = buildRecordSchema.safeParse(await json(services, filed.hash));
  if (!built.success) return null;
  const { ok, command, exitCode, durationMs, messages, activityId } = built.data;
  return {
    status: ok ? ('succeeded' as const) : ('failed' as const),
    command,
    exitCode,
    duration: durationMs,
    messages,
    logHref: `/api/logs/${activityId}`,
  };
}

async function resultsOf(services: Services, { runId, iteration, until }: IterationAt, record: IterationRecord) {
  const sets = await setsUntil(services.pool, { runId, upTo: iteration, until });
  const own = sets.find((set) => set.iteration === iteration);
  if (own === undefined) {
    const isThere = async () =>
      (await resultSetsOf(services.pool, runId, iteration)).some((set) => set.iteration === iteration);
    return record.result_id === undefined || (await isThere()) ? null : removed;
  }
  const earlier = sets.find((set) => set.iteration < iteration);
  const [tests, before] = await Promise.all([
    testsOf(services.pool, own.id),
    earlier ? testsOf(services.pool, earlier.id) : [],
  ]);
  const was = new Map(before.map((test) => [test.testId, test.status]));
  const rows = tests.map((test) => ({
    id: test.testId,
    name: test.name,
    suite: test.suite,
    status: statusWord(test.status),
    before: was.has(test.testId) ? statusWord(was.get(test.testId) ?? '') : null,
    duration: null,
    message: messageOf(test),
  }));
  return {
    rows: rows.sort(troubleFirst).slice(0, mostTests),
    totals: {
      trouble: rows.filter(isTrouble).length,
      changed: rows.filter(({ before, status }) => before !== status).length,
      all: rows.length,
    },
    href: `/api/results/${own.id}`,
    findings: own.findings,
  };
}

/** What a model says of the result; null where none was asked. */
async function judgementOf(services: Services, { runId, iteration, until }: IterationAt) {
  const wanted = { runId, iteration, until, kind: 'analysis', name: judgementName };
  const filed = await artifactInIteration(services.prisma, wanted);
  if (filed === null) return null;
  const { agent, confidence, reasoning } = judgementSchema.parse(await json(services, filed.hash));
  return { agent, confidence, reasoning };
}

const words = {
  passed: 'passed',
  failed: 'failed',
  error: 'error',
  skipped: 'skipped',
  not_run: 'not run',
  infra: 'not run',
} as const;

export function statusWord(status: string): (typeof words)[keyof typeof words] {
  return words[status as keyof typeof words] ?? 'not run';
}

function messageOf(test: MeasuredTest): string {
  const place = test.file === null ? '' : `${test.file}${test.line === null ? '' : `:${test.line}`}: `;
  return test.message === null ? '' : `${place}${test.message}`;
}

type Row = { readonly status: string; readonly before: string | null; readonly name: string };

function isTrouble({ status }: Row): boolean {
  return status === 'failed' || status === 'error';
}

function troubleFirst(one: Row, other: Row): number {
  const rank = (row: Row): number => (isTrouble(row) ? 0 : row.before === row.status ? 2 : 1);
  return rank(one) - rank(other) || one.name.localeCompare(other.name);
}

const verdictTones = {
  SUCCESS: 'good',
  CONVERGED_WITH_IMPROVEMENT: 'attention',
  PLATEAUED: 'attention',
  FAILURE: 'bad',
  TIMEOUT: 'bad',
} as const;

function decisionOf(record: IterationRecord) {
  const { judgement, decision, kept, rolled_back_to: back } = record;
  if (judgement === undefined) return { decision: null, checklist: [], numbers: [] };
  const verdict = judgement.verdict ?? judgement.signal ?? decision?.status ?? 'continue';
  const tone = verdictTones[verdict as keyof typeof verdictTones] ?? (kept === false ? 'attention' : 'busy');
  const onward = judgement.verdict === null ? (decision?.nextAction ?? '') : '';
  const next = kept === false ? `rolled back to iteration ${back?.iteration ?? 0}` : onward;
  const gates = judgement.failed_gates.map((gate) => ({
    rule: `gate ${gate.gate}`,
    numbers: gate.reason,
    held: false,
    decisive: true,
  }));
  const rules = judgement.checklist.map(({ rule, held, numbers }) => ({
    rule,
    held,
    numbers,
    decisive: held === true && judgement.verdict !== null && rule.startsWith(judgement.verdict),
  }));
  const numbers = Object.entries(judgement.metrics).flatMap(([name, value]) =>
    typeof value === 'number' ? [{ name, value }] : [],
  );
  return { decision: { verdict, tone, reason: judgement.reason, next }, checklist: [...gates, ...rules], numbers };
}

async function json(services: Services, hash: string): Promise<Json> {
  return JSON.parse((await services.artifacts.get(hash)).toString('utf8')) as Json;
}
