import type { CaseDraft } from '../collector.ts';
import type { TapLine } from './tap-line.ts';

type Plan = Extract<TapLine, { kind: 'plan' }>;
type Point = Extract<TapLine, { kind: 'point' }>;

/** One nesting level of TAP: its plan, its points, and the results below a name that is not known yet. */
export interface TapLevel {
  readonly indent: number;
  /** Its name from `# Subtest: name`, or empty. */
  announced: string;
  plan: Plan | undefined;
  /** The point that a diagnostic block may still follow. */
  open: CaseDraft | undefined;
  drafts: CaseDraft[];
  numbers: Set<number>;
  points: number;
}

/** Beyond this many numbers a level is not checked for gaps, so that a runaway log costs no memory. */
const maxNumbers = 1_000_000;

export function createLevel(indent: number, announced = ''): TapLevel {
  return { indent, announced, plan: undefined, open: undefined, drafts: [], numbers: new Set(), points: 0 };
}

/** Counts a point and makes a result of it. A failing TODO is no failure: it counts as skipped, with its reason. */
export function addPoint(level: TapLevel, point: Point): CaseDraft {
  level.points += 1;
  if (level.numbers.size < maxNumbers) level.numbers.add(point.number ?? level.points);
  const name = point.name === '' ? `test ${point.number ?? level.points}` : point.name;
  return { suite: '', name, ...outcome(point) };
}

function outcome({ ok, directive }: Point): Pick<CaseDraft, 'status' | 'reason'> {
  if (directive?.kind === 'skip') return { status: 'skipped', reason: directive.why || 'skipped' };
  if (directive?.kind === 'todo' && !ok) return { status: 'skipped', reason: `TODO ${directive.why}`.trim() };
  return { status: ok ? 'passed' : 'failed' };
}

/** Why a level does not keep what its plan promised; undefined when it does. */
export function planProblem(level: TapLevel): { because: string; outside: number[] } | undefined {
  const { plan } = level;
  if (plan === undefined) return { because: `there is no plan "1..N" for ${level.points} tests`, outside: [] };
  const { first, last } = plan;
  const outside = [...level.numbers].filter((number) => number < first || number > last);
  const planned = Math.max(last - first + 1, 0);
  const inside = level.numbers.size - outside.length;
  if (inside < planned)
    return { because: `the plan is ${first}..${last}, ${inside} of ${planned} tests came`, outside };
  return outside.length === 0 ? undefined : { because: `a test is outside the plan ${first}..${last}`, outside };
}
