'use client';

import { useMutation } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useTRPC } from '../_lib/trpc.ts';

/** Accepts an invitation as the member that one is already. */
export function Join({ token }: { token: string }) {
  const trpc = useTRPC();
  const join = useMutation(trpc.account.join.mutationOptions({ onSuccess: () => window.location.assign('/') }));
  return (
    <div className="flex flex-col gap-3">
      {join.error && <Notice tone="bad">{join.error.message}</Notice>}
      <Button kind="primary" size="md" disabled={join.isPending} onClick={() => join.mutate({ token })}>
        Accept
      </Button>
    </div>
  );
}
