'use client';

import { lazy, Suspense, useState } from 'react';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { TaskCall } from './types.ts';

const DiffView = lazy(() => import('#components/diff/diff-view.tsx').then((module) => ({ default: module.DiffView })));

export interface CallItemProps {
  readonly call: TaskCall;
}

/** A tool call with all its arguments: a patch as a diff, a text as it is written. */
export function CallItem({ call: { tool, risk, on, detail } }: CallItemProps) {
  const [isOpen, setOpen] = useState(false);
  const head = (
    <>
      <code className="tabular">{tool}</code> <span className="text-ink-muted">({risk})</span>{' '}
      <code className="tabular wrap-anywhere">
        <SafeText text={on} limit={200} />
      </code>
    </>
  );
  if (detail === '') return head;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer">{head}</summary>
      {isOpen && (
        <div className="mt-1 min-w-0">
          {tool === 'apply_patch' ? (
            <Suspense fallback={<Skeleton className="h-24" />}>
              <DiffView text={detail} initialLayout="unified" />
            </Suspense>
          ) : (
            <pre className="tabular max-h-80 overflow-auto rounded-md bg-sunken px-3 py-2 text-xs leading-5">
              <SafeText text={detail} limit={40_000} />
            </pre>
          )}
        </div>
      )}
    </details>
  );
}
