'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Cluster, ClusterList } from '#components/results/cluster-list.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { counted } from '#lib/format/count.ts';
import { useTRPC } from '../../_lib/trpc.ts';
import { NoteEditor } from './note-editor.tsx';

/** Failures of a project that say the same. */
export function FailuresPart({ projectId, branch }: { projectId: string; branch: string | null }) {
  const trpc = useTRPC();
  const found = useQuery(trpc.results.clusters.queryOptions({ projectId, branch }));
  const [editing, setEditing] = useState<Cluster | null>(null);
  if (found.error) return <ErrorState what={found.error.message} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonRows rows={6} label="Failures are on their way" />;
  return (
    <Section
      title="Failures that say the same"
      aside={`${counted(found.data.length, 'message')}; numbers, addresses, folders and timings are taken out before they are compared`}
    >
      {found.data.length === 0 ? (
        <EmptyState title="Nothing failed">In the newest measurements no test failed.</EmptyState>
      ) : (
        <ClusterList clusters={found.data} onEdit={setEditing} />
      )}
      {editing !== null && (
        <NoteEditor
          projectId={projectId}
          signature={editing.signature}
          note={editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  );
}
