'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../_lib/trpc.ts';

/** Puts a file that was set aside back to wait, and reads the pages that show it anew. */
export function useRetry() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const retry = useMutation(
    trpc.results.retry.mutationOptions({
      onSettled: () =>
        Promise.all(
          [trpc.results.overview, trpc.results.page].map(({ queryKey }) =>
            queries.invalidateQueries({ queryKey: queryKey() }),
          ),
        ),
    }),
  );
  return {
    retrying: retry.isPending ? retry.variables.fileId : undefined,
    trouble: retry.error?.message,
    retry: (fileId: string) => retry.mutate({ fileId }),
  };
}
