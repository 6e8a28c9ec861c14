import { type DiffProblem, type FileDiff, type ParsedDiff, pathOf } from '#lib/diff/parsed-diff.ts';
import { statOf } from '#lib/diff/stat.ts';
import { changedLines } from './changed-lines.ts';
import { checkConstructs } from './check-constructs.ts';
import { checkKind } from './check-kind.ts';
import { checkLineEndings } from './check-line-endings.ts';
import { checkLongLines } from './check-long-lines.ts';
import { checkPaths } from './check-paths.ts';
import { checkScope } from './check-scope.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSize } from './check-size.ts';
import { checkTests } from './check-tests.ts';
import { aboutFile, type Finding, type Policy, type PolicyFacts, refusal } from './policy.ts';
import { type Risk, riskOf } from './risk.ts';
import { checkSyntax } from './syntax/check-syntax.ts';

export interface PolicyAnswer {
  /** Whether the patch may be applied: nothing refuses it. One above the risk limit may still need an approval. */
  readonly allowed: boolean;
  readonly findings: readonly Finding[];
  readonly risk: Risk;
}

/** Judges a patch before it is applied (design §5.6, §5.7): where it works, how large it is, what it does to tests and how risky it is. */
export function checkPolicy(diff: ParsedDiff, policy: Policy, facts: PolicyFacts): PolicyAnswer {
  const stat = statOf(diff);
  const tooLarge = checkSize(stat, policy);
  const found = [
    ...diff.problems.map(unreadable),
    ...tooLarge,
    ...checkScope(diff.files, policy, facts),
    ...diff.files.flatMap((file) => checkFile(file, policy, facts)),
    ...(tooLarge.length === 0 ? checkContent(diff.files, policy, facts) : []),
  ];
  const risk = riskOf(stat, found, policy, facts);
  const findings = risk.score > policy.max_risk ? [...found, tooRisky(risk, policy)] : found;
  return { allowed: findings.every(({ severity }) => severity !== 'refuse'), findings, risk };
}

function checkFile(file: FileDiff, policy: Policy, facts: PolicyFacts): Finding[] {
  return [...checkPaths(file, facts), ...checkKind(file, policy), ...checkSecrets(file, facts)];
}

/** What the changed lines show, and what only the syntax of the whole file does; each place is named once. */
function checkContent(files: readonly FileDiff[], policy: Policy, { syntax = [] }: PolicyFacts): Finding[] {
  const inLines = files.flatMap((file) => checkLines(file, policy));
  const named = new Set(inLines.map(({ rule, path, line }) => `${rule} ${path}:${line}`));
  const inSyntax = syntax.flatMap((changed) => checkSyntax(changed, policy));
  return [...inLines, ...inSyntax.filter(({ rule, path, line }) => !named.has(`${rule} ${path}:${line}`))];
}

/** A patch that is refused for its size is not read line by line. */
function checkLines(file: FileDiff, policy: Policy): Finding[] {
  const lines = changedLines(file);
  const path = pathOf(file);
  return [
    ...checkTests(file, lines),
    ...checkLongLines(path, lines, policy),
    ...checkLineEndings(file, policy),
    ...checkConstructs(path, lines, policy),
  ];
}

function unreadable({ line, text }: DiffProblem): Finding {
  return { ...refusal('unreadable-diff', null, text), line, side: 'diff' };
}

function tooRisky({ score, parts }: Risk, policy: Policy): Finding {
  const reasons = parts.map(({ name, because }) => `${name} (${because})`).join('; ');
  const why = `risk ${score} is above ${policy.max_risk} (policy.max_risk): ${reasons}`;
  return policy.above_max_risk === 'ask'
    ? aboutFile('risk', 'risk-above-limit', null, `${why}; it needs a person's approval`)
    : refusal('risk-above-limit', null, why);
}
