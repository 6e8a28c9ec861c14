import { CopyableId } from '#components/ui/copyable-id.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { bytes } from '#lib/format/bytes.ts';
import { visibleText } from '#lib/format/visible-text.ts';

type Artifact = {
  id: string;
  name: string;
  kind: string;
  iteration: number | null;
  size: number;
  digest: string;
  at: number;
  href: string;
};

export type ArtifactsListProps = { artifacts: readonly Artifact[] };

const columns: readonly Column<Artifact>[] = [
  {
    key: 'name',
    title: 'Artifact',
    keep: true,
    grow: true,
    cell: (artifact) => <bdi className="tabular block truncate">{visibleText(artifact.name)}</bdi>,
  },
  { key: 'kind', title: 'Kind', keep: true, cell: (artifact) => artifact.kind },
  {
    key: 'iteration',
    title: 'Iteration',
    align: 'end',
    cell: (artifact) => <span className="tabular">{artifact.iteration ?? '–'}</span>,
  },
  {
    key: 'size',
    title: 'Size',
    align: 'end',
    keep: true,
    cell: (artifact) => <span className="tabular">{bytes(artifact.size)}</span>,
  },
  {
    key: 'digest',
    title: 'SHA-256',
    cell: (artifact) => (
      <span className="relative z-10">
        <CopyableId id={artifact.digest} label="digest" />
      </span>
    ),
  },
  { key: 'at', title: 'Stored', cell: (artifact) => <RelativeTime at={artifact.at} /> },
];

/** What a run has left behind: images, results, logs, patches. */
export function ArtifactsList({ artifacts }: ArtifactsListProps) {
  return (
    <Table
      label="Artifacts"
      columns={columns}
      rows={artifacts}
      rowKey={(artifact) => artifact.id}
      rowHref={(artifact) => artifact.href}
      empty={
        <EmptyState title="No artifacts yet">
          Images, test results, logs and patches are listed here as soon as an activity stores them.
        </EmptyState>
      }
    />
  );
}
