import type { Envelope } from '#lib/engine/envelope.ts';
import type { FirmwareLoopContext } from '#lib/machines/firmware-loop/context.ts';

/** The patch that a run waits to have approved; null for a run that waits for nothing of the kind. */
export function approvalView(run: { readonly machine: string; readonly state: string; readonly snapshot: unknown }) {
  if (run.machine !== 'firmware-loop' || run.state !== 'HUMAN_REVIEW.APPROVAL') return null;
  const { proposal, iteration, settings } = (run.snapshot as Envelope).context as unknown as FirmwareLoopContext;
  if (proposal === null) return null;
  const { id: proposalId, fingerprint, risk } = proposal;
  return { proposalId, fingerprint, risk, threshold: settings.limits.risk_threshold, iteration };
}
