import type { DiffStat } from '#lib/diff/stat.ts';
import { constructs } from './constructs.ts';
import { languageOf } from './languages.ts';
import type { Finding, Policy, PolicyFacts } from './policy.ts';
import { constructRules } from './rules.ts';

/** One reason for a risk score: `value` (0 to 1) times `weight` is what it adds. */
export interface RiskPart {
  readonly name: string;
  readonly value: number;
  readonly weight: number;
  readonly because: string;
}

export interface Risk {
  /** The parts added up, at most 1. */
  readonly score: number;
  readonly parts: readonly RiskPart[];
}

/** From this confidence on an analysis counts as evidence for touching how the device starts. */
const CONFIDENT = 0.8;

/** Scores a patch between 0 (a line in a plain file) and 1, from its size, its places and what was found in it. */
export function riskOf(stat: DiffStat, findings: readonly Finding[], policy: Policy, facts: PolicyFacts): Risk {
  const parts = [
    sizePart(stat, policy),
    spreadPart(stat, policy),
    deletionPart(stat),
    criticalPart(findings, facts),
    buildPart(stat),
    constructPart(findings),
    doubtPart(facts),
  ];
  const sum = parts.reduce((total, { value, weight }) => total + value * weight, 0);
  return { score: Math.round(Math.min(1, sum) * 1000) / 1000, parts: parts.filter(({ value }) => value > 0) };
}

function sizePart(stat: DiffStat, policy: Policy): RiskPart {
  const lines = stat.additions + stat.deletions;
  return {
    name: 'size',
    value: share(lines, policy.max_lines),
    weight: 0.25,
    because: `${lines} of at most ${policy.max_lines} lines`,
  };
}

/** One file is no spread. */
function spreadPart(stat: DiffStat, policy: Policy): RiskPart {
  return {
    name: 'spread',
    value: share(stat.files - 1, policy.max_files),
    weight: 0.15,
    because: `${stat.files} of at most ${policy.max_files} files`,
  };
}

/** More code going than coming is how a failing function gets "fixed" by removal; a few lines are normal. */
function deletionPart({ additions, deletions }: DiffStat): RiskPart {
  const surplus = deletions - additions;
  return {
    name: 'deletion',
    value: surplus > 20 ? share(surplus, deletions) : 0,
    weight: 0.15,
    because: `${deletions} lines go, ${additions} come`,
  };
}

function criticalPart(findings: readonly Finding[], { confidence }: PolicyFacts): RiskPart {
  const paths = distinct(
    findings.filter(({ rule, severity }) => rule === 'critical-file' && severity === 'risk').map(({ path }) => path),
  );
  const evidence = confidence !== null && confidence >= CONFIDENT;
  const because = `${paths.join(', ')} decides how the device starts, ${evidence ? 'and the analysis is confident' : 'without a confident analysis'}`;
  return { name: 'critical files', value: paths.length === 0 ? 0 : evidence ? 0.5 : 1, weight: 0.4, because };
}

function buildPart(stat: DiffStat): RiskPart {
  const paths = stat.perFile.map(({ path }) => path).filter((path) => languageOf(path) === 'build');
  return {
    name: 'build files',
    value: Number(paths.length > 0),
    weight: 0.1,
    because: `${paths.join(', ')} steers the build`,
  };
}

/** Each kind of construct counts once; together they approach 1 as independent chances do. */
function constructPart(findings: readonly Finding[]): RiskPart {
  const risky = findings.filter(({ severity }) => severity === 'risk').map(({ rule }) => rule);
  const found = constructRules.filter((rule) => risky.includes(rule));
  const value = 1 - found.reduce((safe, rule) => safe * (1 - constructs[rule].weight), 1);
  return { name: 'constructs', value, weight: 0.8, because: found.join(', ') };
}

function doubtPart({ confidence }: PolicyFacts): RiskPart {
  return {
    name: 'doubt',
    value: confidence === null ? 0 : 1 - confidence,
    weight: 0.2,
    because: `confidence in the analysis is ${confidence}`,
  };
}

function share(amount: number, limit: number): number {
  return Math.min(1, Math.max(0, amount / Math.max(1, limit)));
}

function distinct(paths: readonly (string | null)[]): string[] {
  return [...new Set(paths.filter((path) => path !== null))];
}
