'use client';

import { ErrorState } from '#components/ui/error-state.tsx';

/** A page could not be shown: most often the database is away for a moment. */
export default function DeskError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-4">
      <ErrorState
        what="This page could not be shown."
        next="Runs go on without it. Try again; the web server's log has the details."
        traceId={error.digest}
        onRetry={reset}
      />
    </main>
  );
}
