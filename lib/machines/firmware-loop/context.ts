import type { Constraint } from '#lib/activities/patch.ts';
import type { Counts, Intent } from '#lib/activities/shapes.ts';
import type { Criteria } from '#lib/convergence/criteria.ts';
import type { Gate, MetricReading } from '#lib/convergence/gates.ts';
import type { IterationResult } from '#lib/convergence/iteration-result.ts';
import type { Signal, Verdict } from '#lib/convergence/judgement.ts';
import type { Json } from '#lib/engine/json.ts';
import type { Route } from './convergence/route.ts';
import type { FirmwareLoopInput } from './input.ts';
import type { Plan } from './recovery/plan.ts';
import type { Trouble } from './recovery/trouble.ts';

/** What of the input decides, without what only activities read. */
export interface Settings {
  readonly ref: string;
  readonly baseCommit: string | null;
  readonly environment: string;
  readonly strategies: FirmwareLoopInput['strategies'];
  readonly mode: FirmwareLoopInput['mode'];
  readonly criteria: Criteria;
  readonly plateau: FirmwareLoopInput['plateau'];
  readonly limits: FirmwareLoopInput['limits'];
  readonly baseline: FirmwareLoopInput['baseline'];
  readonly rollBack: FirmwareLoopInput['roll_back'];
  readonly acceptance: boolean;
}

/** A tree of the run: its commit, and the iteration that made it. */
export interface Tree {
  readonly commit: string;
  readonly iteration: number;
}

/** A tree with what was measured of it over the goal's tests. */
export interface MeasuredTree extends Tree {
  readonly passed: number;
  readonly total: number;
  readonly errors: number;
  readonly regressions: number;
  readonly performance: Measured['performance'];
  /** The diff from the base as an artifact; null for the base itself. */
  readonly patchId: string | null;
}

/** The iteration's own measurement, as far as decisions need it. */
export interface Measured {
  readonly resultId: string;
  readonly goal: Counts;
  readonly all: Counts;
  readonly regressions: number;
  readonly regressed: readonly string[];
  readonly vanished: number;
  readonly newWarnings: number | null;
  readonly metrics: readonly MetricReading[];
  readonly performance: { readonly score: number; readonly degradation: number } | null;
  readonly executionMs: number;
  /** Why it does not tell everything; null for a whole measurement. */
  readonly incomplete: string | null;
}

export interface Decision {
  readonly status: 'PASS' | 'FAIL' | 'FLAKY' | 'ENV_ERROR' | 'INCONCLUSIVE';
  readonly nextAction: 'CONTINUE' | 'RETRY' | 'ROLLBACK' | 'ABORT';
  readonly confidence: number;
  readonly reasoning: string;
}

/**
 * One result of the series that the criteria see, and the iteration after which its tree was kept. What is not there was
 * not measured or is of no interest to the criteria's model.
 */
export type Point = { readonly iteration: number; readonly passed: number; readonly total: number } & Partial<
  Omit<IterationResult, 'passed' | 'total'>
>;

/** What the criteria said of the series, with the gates that were checked. */
export interface Judged {
  readonly verdict: Verdict | null;
  readonly signal: Signal | null;
  readonly reason: string;
  readonly failedGates: readonly Gate[];
  readonly meetsTarget: boolean;
}

export interface Recoveries {
  /** Per error class: steps of the ladder taken, and the state that failed. */
  readonly byClass: Readonly<Record<string, { readonly taken: number; readonly tries: number; readonly from: string }>>;
  readonly thisIteration: number;
}

/** Facts for decisions only: everything big is a row behind an id. */
export interface FirmwareLoopContext extends Readonly<Record<string, unknown>> {
  readonly settings: Settings;
  /** 0 while the base is measured. */
  readonly iteration: number;
  readonly intent: Intent;
  /** The iteration's result is in the series: the next analysis begins a new one. */
  readonly counted: boolean;
  /** The run is in its uncounted confirmation after the last iteration allowed. */
  readonly extraConfirmation: boolean;
  readonly base: {
    readonly commit: string;
    readonly goal: Counts | null;
    readonly builds: boolean | null;
    readonly meetsGoal: boolean;
  } | null;
  /** What the worktree holds. */
  readonly tree: Tree | null;
  /** What it goes back to when the iteration's patch is worth nothing. */
  readonly kept: Tree | null;
  readonly best: MeasuredTree | null;
  readonly built: { readonly commit: string; readonly buildId: string } | null;
  readonly proposal: { readonly id: string; readonly fingerprint: string; readonly risk: number } | null;
  readonly merge: 'strict' | 'three-way';
  readonly analysisId: string | null;
  readonly reservation: string | null;
  readonly board: string | null;
  readonly avoid: readonly string[];
  /** Runs of the tests within the iteration. */
  readonly attempt: number;
  /** Inconclusive results that were measured again within the iteration. */
  readonly retries: number;
  readonly hung: boolean;
  readonly measured: Measured | null;
  readonly decision: Decision | null;
  readonly patchId: string | null;
  readonly series: readonly Point[];
  readonly streaks: { readonly unbuildable: number; readonly rollBacks: number; readonly confirmations: number };
  readonly strategy: { readonly name: string; readonly agent: number; readonly switches: number };
  readonly by: 'agent' | 'rules';
  readonly constraint: Constraint;
  readonly asked: number;
  /** Fingerprints of proposals with how often each came, and the last four since the streaks began. */
  readonly circles: {
    readonly seen: readonly (readonly [fingerprint: string, times: number])[];
    readonly recent: readonly string[];
    readonly refused: number;
    readonly found: string | null;
  };
  readonly trouble: Trouble | null;
  readonly recoveries: Recoveries;
  readonly plan: Plan | null;
  readonly judged: Judged | null;
  readonly route: Route | null;
  readonly acceptance: { readonly total: number; readonly failed: readonly string[] } | null;
  readonly review: {
    readonly why: string;
    readonly dueMs: number | null;
    readonly unanswered: 'ABORTED' | 'SUCCESS_WITH_WARNING' | 'FAILURE';
  } | null;
  /** With what was measured of it where a person chose it, and it is not the best. */
  readonly rollBackTo: (Tree & { readonly measured?: Pick<MeasuredTree, 'passed' | 'total' | 'errors'> }) | null;
  readonly nextStrategy: string | null;
  readonly spent: { readonly boardMinutes: number; readonly tokens: number; readonly money: number };
  readonly risk: number;
  readonly slow: number;
  readonly ending: { readonly reason: string; readonly by: string | null } | null;
}

/** A change of the context; what is not named stays. */
export type Change = { readonly [Key in keyof FirmwareLoopContext]?: FirmwareLoopContext[Key] } & object;

/** A row for pages: kind, key and what is known so far. */
export interface Fact {
  readonly kind: 'iteration' | 'warning' | 'message' | 'review' | 'verdict' | 'final';
  readonly key: string;
  readonly data: { readonly [field: string]: Json };
}

/** The context of a run that has not begun. */
export function initialContext(input: FirmwareLoopInput): FirmwareLoopContext {
  const [first] = input.strategies;
  return {
    settings: {
      ref: input.ref,
      baseCommit: input.baseCommit ?? null,
      environment: input.environment,
      strategies: input.strategies,
      mode: input.mode,
      criteria: input.criteria,
      plateau: input.plateau,
      limits: input.limits,
      baseline: input.baseline,
      rollBack: input.roll_back,
      acceptance: false,
    },
    iteration: 0,
    intent: 'baseline',
    counted: false,
    extraConfirmation: false,
    base: null,
    tree: null,
    kept: null,
    best: null,
    built: null,
    proposal: null,
    merge: 'strict',
    analysisId: null,
    reservation: null,
    board: null,
    avoid: [],
    attempt: 0,
    retries: 0,
    hung: false,
    measured: null,
    decision: null,
    patchId: null,
    series: [],
    streaks: { unbuildable: 0, rollBacks: 0, confirmations: 0 },
    strategy: { name: first?.name ?? '', agent: 0, switches: 0 },
    by: 'agent',
    constraint: 'none',
    asked: 0,
    circles: { seen: [], recent: [], refused: 0, found: null },
    trouble: null,
    recoveries: { byClass: {}, thisIteration: 0 },
    plan: null,
    judged: null,
    route: null,
    acceptance: null,
    review: null,
    rollBackTo: null,
    nextStrategy: null,
    spent: { boardMinutes: 0, tokens: 0, money: 0 },
    risk: 0,
    slow: 0,
    ending: null,
  };
}
