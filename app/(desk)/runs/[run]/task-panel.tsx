'use client';

import { TaskCard } from '#components/task/task-card.tsx';
import type { PanelProps } from './machine-panel.tsx';

/** What does the task ask a person? */
export function TaskPanel({ page, onSay }: PanelProps) {
  if (!page.asking) return null;
  return <TaskCard asking={page.asking} planHref={`/runs/${page.detail.number}?tab=artifacts`} onSay={onSay} />;
}
