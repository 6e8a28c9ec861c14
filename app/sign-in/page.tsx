import type { Metadata } from 'next';
import { EmptyState } from '#components/ui/empty-state.tsx';

export const metadata: Metadata = { title: 'Sign in' };

/** How do I get in? */
export default async function SignInPage({ searchParams }: { searchParams: Promise<{ used?: string }> }) {
  const used = (await searchParams).used !== undefined;
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-4">
      <EmptyState title={used ? 'That link has been used' : 'Sign in'}>
        {used ? 'Each link works once. ' : ''}
        Open the link that <code>npm start</code> printed in its terminal; start it again for a new one.
      </EmptyState>
    </main>
  );
}
