'use client';

import { ApprovalCard } from '#components/review/approval-card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { PanelProps } from './machine-panel.tsx';

/** Does a patch wait for somebody's yes? */
export function ApprovalPanel({ page: { approval, detail, moment }, onSay }: PanelProps) {
  if (approval === null) return null;
  if (moment !== null)
    return <Notice tone="attention">It waited for an approval of patch {approval.fingerprint}.</Notice>;
  return (
    <ApprovalCard
      key={approval.proposalId}
      approval={approval}
      patchHref={`/runs/${detail.number}?tab=iteration&iteration=${approval.iteration}`}
      onSay={onSay}
    />
  );
}
