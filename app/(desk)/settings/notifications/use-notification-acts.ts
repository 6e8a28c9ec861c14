'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NewChannel } from '#components/settings/notifications-add-channel.tsx';
import type { NewRule } from '#components/settings/notifications-add-rule.tsx';
import type { PolicyRow, Settled } from '#components/settings/notifications-types.ts';
import { type Inputs, useTRPCClient } from '../../../_lib/trpc.ts';

type Events = Inputs['notifications']['addRule']['events'];

/** What can be changed about notifications. Each settles with the reason of a refusal, or with nothing, and the page is read again. */
export function useNotificationActs() {
  const client = useTRPCClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const { notifications } = client;
    const reread = () => queries.invalidateQueries({ queryKey: [['notifications']] });
    const done = async (asked: Promise<unknown>): Settled => {
      const refusal = await asked.then(() => undefined, reasonOf);
      await reread();
      return refusal;
    };
    return {
      async add(channel: NewChannel) {
        const answer = await notifications.addChannel.mutate(channel).then(
          ({ secret }) => ({ secret }),
          (error: unknown) => ({ refusal: reasonOf(error) }),
        );
        await reread();
        return answer;
      },
      test: (id: string) => done(notifications.testChannel.mutate({ id })),
      enable: (id: string, enabled: boolean) => done(notifications.enableChannel.mutate({ id, enabled })),
      removeChannel: (id: string) => done(notifications.removeChannel.mutate({ id })),
      addRule: (rule: NewRule) => done(notifications.addRule.mutate({ ...rule, events: rule.events as Events })),
      removeRule: (id: string) => done(notifications.removeRule.mutate({ id })),
      retry: (id: string) => done(notifications.retry.mutate({ id })),
      setPolicy: (policy: Omit<PolicyRow, 'project'>) => done(notifications.setPolicy.mutate(policy)),
      removePolicy: (projectId: string) => done(notifications.removePolicy.mutate({ projectId })),
    };
  }, [client, queries]);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
