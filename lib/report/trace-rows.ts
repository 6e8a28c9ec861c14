import type { EvidenceRef } from '#lib/engine/events.ts';
import type { TransitionFact } from '#lib/engine/step.ts';

/** One transition of the trace; `at` is an ISO time in UTC. */
export interface TraceRow {
  readonly seq: number;
  readonly from: string;
  readonly to: string;
  readonly event: string;
  readonly reason: string;
  readonly evidence: readonly EvidenceRef[];
  readonly iteration: number;
  readonly actor: string;
  readonly at: string;
  readonly ms_in_from: number;
}

/** Transitions numbered from 1, as `firmloop trace` shows them. */
export function traceRows(transitions: readonly TransitionFact[]): TraceRow[] {
  return transitions.map(({ from, to, event, reason, evidence, iteration, actor, at, msInFrom }, index) => ({
    seq: index + 1,
    from,
    to,
    event,
    reason,
    evidence,
    iteration,
    actor,
    at: new Date(at).toISOString(),
    ms_in_from: msInFrom,
  }));
}
