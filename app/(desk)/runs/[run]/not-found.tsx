import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';

/** The run that an address names does not exist. */
export default function RunNotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-4">
      <EmptyState title="There is no such run" action={<Link href="/runs">See all runs</Link>}>
        It may be on another stack: each has its own numbers.
      </EmptyState>
    </main>
  );
}
