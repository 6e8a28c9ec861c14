import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';

/** Leads to the form that launches a run; `folder` is the firmware that it begins with. */
export function LaunchButton({ folder }: { folder?: string }) {
  return (
    <Button kind="primary" asChild>
      <Link kind="bare" href={folder === undefined ? '/runs/new' : `/runs/new?folder=${encodeURIComponent(folder)}`}>
        Launch a run
      </Link>
    </Button>
  );
}
