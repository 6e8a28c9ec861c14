import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';

/** An address that leads nowhere. */
export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-4">
      <EmptyState title="There is no such page" action={<Link href="/">Go to the overview</Link>}>
        The address may be mistyped, or from another version of this program.
      </EmptyState>
    </main>
  );
}
