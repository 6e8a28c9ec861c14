import type { Condition } from './condition.ts';

/** What ends a loop, spelled as the design spells it. `null` in a judgement means: go on. */
export type Verdict = 'SUCCESS' | 'CONVERGED_WITH_IMPROVEMENT' | 'PLATEAUED' | 'FAILURE' | 'TIMEOUT';

/** What is worth a warning but never ends a loop. */
export type Signal = 'SLOW_IMPROVEMENT';

/** A number, word or series that a judgement was made from; `null` where it is not defined yet. */
export type Metric = number | boolean | string | null | readonly number[] | readonly string[];

/** One rule with its numbers, whether it decided or not. */
export interface ChecklistRow {
  readonly rule: string;
  readonly held: boolean;
  readonly numbers: string;
}

/** The answer after one iteration, the same shape for both models. */
export interface Judgement {
  readonly verdict: Verdict | null;
  readonly signal: Signal | null;
  /** One sentence with the numbers and thresholds that decided. */
  readonly reason: string;
  /** Keys in snake_case, as the design names its fields. */
  readonly metrics: Readonly<Record<string, Metric>>;
  /** All rules in order of precedence. */
  readonly checklist: readonly ChecklistRow[];
}

/** A rule applied to one history: it holds when all its conditions do. */
export interface AppliedRule {
  readonly name: string;
  readonly outcome: Verdict | Signal;
  readonly conditions: readonly Condition[];
}

/**
 * Takes the first rule that holds; none means going on for the reason given in `otherwise`. `groundwork` opens the
 * checklist with what the rules build on.
 */
export function conclude(
  rules: readonly AppliedRule[],
  metrics: Judgement['metrics'],
  otherwise: readonly Condition[],
  groundwork: readonly ChecklistRow[] = [],
): Judgement {
  const held = rules.filter(holds);
  const [first] = held;
  return {
    ...outcome(first),
    reason: first === undefined ? `continue: ${numbers(otherwise)}` : because(first, held),
    metrics,
    checklist: [...groundwork, ...rules.map((rule) => checklistRow(rule.name, rule.conditions))],
  };
}

function outcome(rule: AppliedRule | undefined): Pick<Judgement, 'verdict' | 'signal'> {
  if (rule === undefined) return { verdict: null, signal: null };
  return isVerdict(rule.outcome) ? { verdict: rule.outcome, signal: null } : { verdict: null, signal: rule.outcome };
}

function isVerdict(outcome: Verdict | Signal): outcome is Verdict {
  return outcome !== 'SLOW_IMPROVEMENT';
}

function because(first: AppliedRule, held: readonly AppliedRule[]): string {
  const others = new Set(
    held.map(({ outcome }) => outcome).filter((other) => isVerdict(other) && other !== first.outcome),
  );
  const also = others.size === 0 ? '' : ` (also held: ${[...others].join(', ')})`;
  return `${first.name}: ${numbers(first.conditions)}${also}`;
}

function holds(rule: AppliedRule): boolean {
  return rule.conditions.every((condition) => condition.holds);
}

/** Shows a named set of conditions, which holds when all of them do. */
export function checklistRow(rule: string, conditions: readonly Condition[]): ChecklistRow {
  return { rule, held: conditions.every((condition) => condition.holds), numbers: numbers(conditions) };
}

function numbers(conditions: readonly Condition[]): string {
  return conditions.map((condition) => condition.text).join(', ');
}
