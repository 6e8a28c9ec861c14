import { Skeleton } from '#components/ui/skeleton.tsx';
import { RunLayout } from './run-layout.tsx';

/** The run's page in its real shape while it loads. */
export function RunSkeleton() {
  return (
    <div role="status" aria-label="The run is loading">
      <RunLayout
        header={
          <div className="flex flex-col gap-3">
            <Skeleton className="h-7 w-80 max-w-full" />
            <Skeleton className="w-112 max-w-full" />
            <Skeleton className="w-full max-w-200" />
          </div>
        }
        machine={<Skeleton className="h-120" />}
        chart={<Skeleton className="h-48" />}
        heatMap={<Skeleton className="h-64" />}
        strip={<Skeleton className="h-12" />}
        tabs={<Skeleton className="h-40" />}
      />
    </div>
  );
}
