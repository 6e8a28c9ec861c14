import type { Metadata } from 'next';
import { Sign } from '#components/shell/sign.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export const metadata: Metadata = { title: 'Sign in' };

/** How do I get in? */
export default async function SignInPage({ searchParams }: { searchParams: Promise<{ used?: string }> }) {
  const used = (await searchParams).used !== undefined;
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-4 px-4">
      <h1 className="flex items-center gap-2 font-semibold text-xl">
        <Sign /> Firmloop
      </h1>
      <EmptyState title={used ? 'That link has been used' : 'Sign in'}>
        Open the link that <code>npm start</code> printed in its terminal. It works once: start the program again for a
        new one.
      </EmptyState>
    </main>
  );
}
