import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AccessEnd } from '#components/shell/access-ended.tsx';
import type { AppRouter } from '#server/api/app-router.ts';

/** Tells of every answer that says that the reader is signed out, or that a stream's reader may not have it any more. */
export function accessLink(onEnd: (end: AccessEnd) => void): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            const end = endIn(error, op.type === 'subscription');
            if (end !== null) onEnd(end);
            observer.error(error);
          },
        }),
      );
}

function endIn(error: unknown, isStream: boolean): AccessEnd | null {
  if (!(error instanceof TRPCClientError)) return null;
  const code: unknown = error.data?.code;
  if (code === 'UNAUTHORIZED') return 'signed-out';
  return isStream && (code === 'FORBIDDEN' || code === 'NOT_FOUND') ? 'withdrawn' : null;
}
