import { oneSentence } from '../one-sentence.ts';
import type { Judged, ProposedPatch } from './judge-proposal.ts';
import type { StoredProposal } from './proposal.ts';

interface Bounds {
  /** Sources of earlier proposals by their fingerprints. */
  readonly before: ReadonlyMap<string, string>;
  readonly riskThreshold: number;
}

const unbounded: Bounds = { before: new Map(), riskThreshold: 1 };

/** Why a proposal cannot be tried, in the order in which the loop asks; null for one that can. */
export function refusalOf({ diff }: ProposedPatch, judged: Judged, bounds: Bounds = unbounded): string | null {
  const { files, fingerprint, policy, dryRun } = judged;
  if (files === 0) {
    const isEmpty = diff.toString('latin1').trim() === '';
    return isEmpty ? 'is empty' : `is no patch: ${policy.findings[0]?.message ?? 'it holds no diff'}`;
  }
  const twin = bounds.before.get(fingerprint);
  if (twin !== undefined) return `is the same patch as ${twin}, which was proposed before`;
  if (!policy.allowed) return `policy: ${worstOf(policy.findings) ?? 'no finding is named'}`;
  const { score } = policy.risk;
  if (score > bounds.riskThreshold) return `risk ${score.toFixed(2)} > ${bounds.riskThreshold.toFixed(2)}`;
  return dryRun.ok ? null : `does not apply: ${dryRun.reason}`;
}

const namedFindings = 3;

/** The rules that refuse the patch, each with file and line; without one the first that only counts as risk. */
export function worstOf(
  findings: readonly Pick<
    StoredProposal['policy']['findings'][number],
    'rule' | 'severity' | 'path' | 'line' | 'message'
  >[],
): string | null {
  const refusals = findings.filter(({ severity }) => severity === 'refuse');
  const shown = refusals.length > 0 ? refusals.slice(0, namedFindings) : findings.slice(0, 1);
  if (shown.length === 0) return null;
  const told = shown.map(({ rule, path, line, message }) => {
    const place = path === null ? '' : ` in ${path}${line === null ? '' : `:${line}`}`;
    return `${rule}${place}: ${message}`;
  });
  return oneSentence(told.join('; '));
}
