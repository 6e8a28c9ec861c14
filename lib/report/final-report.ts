import type { Json } from '#lib/engine/json.ts';
import type { TransitionFact } from '#lib/engine/step.ts';
import { type IterationRow, iterationRow, type Tally, tally } from './iteration-row.ts';
import { type FinalRecord, finalRecord, type IterationRecord, iterationRecord } from './records.ts';
import { type ArtifactRow, type LogRow, type ReportArtifacts, reportArtifacts } from './report-artifacts.ts';
import { type TraceRow, traceRows } from './trace-rows.ts';

/** Everything a report is made from, as it lies in the database. */
export interface ReportRows {
  readonly run: {
    readonly id: string;
    readonly number: number;
    readonly project: string;
    readonly machine: string;
    readonly goal: string;
    readonly state: string;
    readonly outcome: string | null;
  };
  /** The record of kind `final`; null when the machine wrote none. */
  readonly final: Json;
  /** Records of kind `iteration`. */
  readonly iterations: readonly Json[];
  readonly transitions: readonly TransitionFact[];
  readonly artifacts: readonly ArtifactRow[];
  /** Activities with output, in order. */
  readonly logs: readonly LogRow[];
  /** Where the result was published in the user's repository, if it was. */
  readonly branch: string | null;
}

/** The final report (design §2.2, `finalize`): stored with the run, shown, and printed by `firmloop run --json`. */
export interface FinalReport {
  readonly run_id: string;
  readonly number: number;
  readonly project: string;
  readonly machine: string;
  readonly final_status: string;
  readonly reason: string;
  readonly goal: string;
  /** Iterations begun after the base. */
  readonly iteration_count: number;
  /** Each iteration, the base first where it was measured. */
  readonly iterations: readonly IterationRow[];
  readonly best: {
    readonly iteration: number;
    readonly commit: string;
    readonly passed: number;
    readonly total: number;
  } | null;
  readonly base: Tally | null;
  readonly acceptance: string;
  readonly branch: string | null;
  /** What the branch holds, or why there is none; added when the run is wrapped up. */
  readonly branch_note?: string;
  readonly artifacts: ReportArtifacts;
  readonly decision_trace: readonly TraceRow[];
  readonly last_error: string | null;
  readonly abort_reason: string | null;
  readonly look_at_next: string | null;
}

/** Builds the report of a run that has ended; of one that has not, as far as it has come. */
export function finalReport(rows: ReportRows): FinalReport {
  const final = finalRecord.safeParse(rows.final).data ?? unwritten(rows);
  const records = rows.iterations.flatMap((data) => iterationRecord.safeParse(data).data ?? []).sort(byIteration);
  const { run, branch } = rows;
  return {
    run_id: run.id,
    number: run.number,
    project: run.project,
    machine: run.machine,
    final_status: final.final_status,
    reason: final.reason,
    goal: run.goal,
    iteration_count: final.iterations,
    iterations: records.map(iterationRow),
    best: bestOf(final),
    base: final.base == null ? null : tally(final.base),
    acceptance: acceptanceOf(final),
    branch,
    artifacts: reportArtifacts(rows, final, records),
    decision_trace: traceRows(rows.transitions),
    last_error: final.last_error ?? null,
    abort_reason: final.abort_reason ?? null,
    look_at_next: final.look_at_next ?? lookAtNext(final),
  };
}

function unwritten({ run, transitions, iterations }: ReportRows): FinalRecord {
  const status = run.outcome ?? run.state;
  const reason = transitions.at(-1)?.reason ?? '';
  return {
    final_status: status,
    reason,
    iterations: Math.max(0, iterations.length - 1),
    repo_snapshot: { base_commit: null, kept_commit: null },
    abort_reason: status === 'ABORTED' ? reason : null,
  };
}

/** Where to look when no trouble ended the run but its results did. */
function lookAtNext({ final_status, verdict }: FinalRecord): string | null {
  if (final_status !== 'FAILURE') return null;
  return byVerdict[verdict ?? ''] ?? 'the last steps of the trace';
}

const byVerdict: Readonly<Record<string, string>> = {
  TIMEOUT: 'the tests that still fail, then allow more iterations or give the agents a hint',
  FAILURE: 'the tests that fail in every iteration: the agents may be looking in the wrong place',
  PLATEAUED: 'the tests that no patch has moved, then try another agent or a narrower goal',
  CONVERGED_WITH_IMPROVEMENT: 'the tests that still fail at the steady pass rate',
};

function bestOf({ best }: FinalRecord): FinalReport['best'] {
  if (best == null) return null;
  const { iteration, commit, passed, total } = best;
  return { iteration, commit, passed, total };
}

function acceptanceOf({ acceptance }: FinalRecord): string {
  if (acceptance == null) return 'plausible: no acceptance suite';
  const { total, failed } = acceptance;
  return failed.length === 0 ? `${total} of ${total} acceptance tests pass` : `acceptance fails: ${failed.join(', ')}`;
}

function byIteration(one: IterationRecord, other: IterationRecord): number {
  return one.iteration - other.iteration;
}
