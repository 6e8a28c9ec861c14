import type { EvidenceRef } from '#lib/engine/events.ts';
import { eventLabel } from '#lib/engine/names.ts';
import { toneOfState } from './run-summary.ts';

interface StoredTransition {
  readonly seq: number;
  readonly eventSeq: number;
  readonly fromState: string;
  readonly toState: string;
  readonly eventType: string;
  readonly reason: string;
  readonly evidence: unknown;
  readonly actor: string;
  readonly iteration: number;
  readonly at: Date;
  readonly msInFrom: bigint;
}

/** Where a piece of evidence is looked at. */
const places: Readonly<Record<EvidenceRef['kind'], (run: string, id: string, iteration: number) => string>> = {
  artifact: (_run, id) => `/api/artifacts/${id}`,
  log: (run, id) => `${run}?tab=logs&log=${id}`,
  test: (run, id, iteration) => `${run}?tab=iteration&iteration=${iteration}&test=${id}`,
  commit: (run, _id, iteration) => `${run}?tab=iteration&iteration=${iteration}`,
  event: (run) => `${run}?tab=trace`,
  record: (run, _id, iteration) => `${run}?tab=iteration&iteration=${iteration}`,
};

/** Links to what proves a sentence of a run, as it was known in an iteration. */
export function evidenceLinks(
  evidence: unknown,
  runHref: string,
  iteration: number,
): { label: string; href: string }[] {
  if (!Array.isArray(evidence)) return [];
  return (evidence as EvidenceRef[]).map(({ kind, id, label }) => ({
    label,
    href: places[kind](runHref, id, iteration),
  }));
}

/** The trace of a run as rows. */
export function traceRows(machine: string, runHref: string, rows: readonly StoredTransition[]) {
  return rows.map((row) => ({
    seq: row.seq,
    eventSeq: row.eventSeq,
    from: row.fromState,
    to: row.toState,
    event: eventLabel(row.eventType),
    reason: row.reason,
    evidence: evidenceLinks(row.evidence, runHref, row.iteration),
    actor: row.actor,
    iteration: row.iteration,
    at: row.at.getTime(),
    timeInFrom: Number(row.msInFrom),
    toTone: toneOfState(machine, row.toState),
  }));
}
