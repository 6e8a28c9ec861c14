import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { counted } from '#lib/format/count.ts';
import { NoteLine } from './note-line.tsx';

export type Cluster = {
  signature: string;
  failures: number;
  tests: number;
  firstAt: number;
  lastAt: number;
  testId: string;
  testKey: string;
  message: string | null;
  owner: string | null;
  issue: string | null;
  note: string | null;
};

export type ClusterListProps = { clusters: readonly Cluster[]; onEdit: (cluster: Cluster) => void };

/** Failures that say the same, the most frequent first, with who looks after each. */
export function ClusterList({ clusters, onEdit }: ClusterListProps) {
  return (
    <ul aria-label="Failures that say the same" className="flex min-w-0 flex-col">
      {clusters.map((cluster) => (
        <li
          key={cluster.signature}
          className="flex min-w-0 flex-col gap-1 border-line border-b py-3 text-sm last:border-b-0"
        >
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="tabular font-medium text-bad">{counted(cluster.failures, 'failure')}</span>
            <span className="text-ink-muted">
              in {counted(cluster.tests, 'test')}, last <RelativeTime at={cluster.lastAt} />
            </span>
            <span className="ml-auto">
              <Button onClick={() => onEdit(cluster)}>
                {cluster.owner === null && cluster.issue === null ? 'Take it on' : 'Change'}
              </Button>
            </span>
          </div>
          <pre className="wrap-anywhere whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-xs">
            <SafeText text={cluster.message ?? cluster.signature} limit={500} />
          </pre>
          <p className="min-w-0 truncate text-ink-muted">
            such as{' '}
            <Link href={`/tests/${cluster.testId}`}>
              <SafeText text={cluster.testKey} limit={160} />
            </Link>
          </p>
          <NoteLine note={cluster} />
        </li>
      ))}
    </ul>
  );
}
