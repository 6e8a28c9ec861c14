import type { TestStatus } from '../types.ts';
import { wordTable } from '../word-table.ts';

/** How bad an event or the health of a part is, in the words of Redfish. */
export type Severity = 'critical' | 'warning' | 'ok';

/** What a severity is as a result: what is critical fails, a warning is named and judges nothing. */
export const statusOfSeverity = {
  critical: 'failed',
  warning: 'skipped',
  ok: 'not_run',
} as const satisfies Record<Severity, TestStatus>;

/** The words of Redfish, OpenBMC, FreeIPMI and vendors. */
const words = wordTable<Severity>({
  critical: 'critical',
  error: 'critical',
  emergency: 'critical',
  alert: 'critical',
  fatal: 'critical',
  'non-recoverable': 'critical',
  warning: 'warning',
  warn: 'warning',
  'non-critical': 'warning',
  ok: 'ok',
  nominal: 'ok',
  normal: 'ok',
  information: 'ok',
  informational: 'ok',
  info: 'ok',
  notice: 'ok',
  debug: 'ok',
});

/** Null for a word that is none of these. */
export function severityOfWord(word: string | undefined): Severity | null {
  return words.get((word ?? '').trim().toLowerCase()) ?? null;
}

/** In order of precedence: a system event log states no severity, the text of its event does. */
const signs: readonly (readonly [Severity, RegExp])[] = [
  ['critical', /non-?recoverable|\buncorrectable|\bIERR\b|thermal trip/i],
  ['warning', /non-?critical|\bcorrectable|predictive|redundancy (?:lost|degraded)/i],
  ['critical', /\bcritical|\bfail|\bfault|\bfatal|\bpanic|\berror|timer expired|(?:AC|power|input) lost|\bMCE\b/i],
];

export function severityOfText(event: string): Severity {
  return signs.find(([, sign]) => sign.test(event))?.[0] ?? 'ok';
}
