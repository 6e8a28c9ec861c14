'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AddChannel } from '#components/settings/notifications-add-channel.tsx';
import { AddRule } from '#components/settings/notifications-add-rule.tsx';
import { NotificationChannels } from '#components/settings/notifications-channels.tsx';
import { NotificationLog } from '#components/settings/notifications-log.tsx';
import { NotificationPolicy } from '#components/settings/notifications-policy.tsx';
import { NotificationRules } from '#components/settings/notifications-rules.tsx';
import { Button } from '#components/ui/button.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';
import { useNotificationActs } from './use-notification-acts.ts';

type Props = { first: Outputs['notifications']['settings']; firstLog: Outputs['notifications']['deliveries'] };

export function NotificationSettings({ first, firstLog }: Props) {
  const trpc = useTRPC();
  const settings = useQuery(trpc.notifications.settings.queryOptions(undefined, startingWith(first)));
  const log = useQuery(
    trpc.notifications.deliveries.queryOptions(undefined, { ...startingWith(firstLog), refetchInterval: 2_000 }),
  );
  const acts = useNotificationActs();
  const [adding, setAdding] = useState<'channel' | 'rule' | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const { channels, rules, policies, projects, people, events } = settings.data;
  const labelOf = (kind: string) => events.find((event) => event.kind === kind)?.label ?? kind;
  const say = (settled: Promise<string | undefined>) => void settled.then(setRefusal);
  return (
    <SettingsFrame
      current="notifications"
      title="Notifications"
      line="The bell tells everybody what concerns them; channels and rules tell people where they are instead."
      actions={<HelpLink page="notifications" />}
    >
      <div className="flex flex-col gap-6">
        {refusal !== undefined && <Notice tone="bad">{refusal}</Notice>}
        <Section title="Channels" actions={<Button onClick={() => setAdding('channel')}>Add a channel…</Button>}>
          <NotificationChannels
            channels={channels}
            onTest={(id) => say(acts.test(id))}
            onEnable={(id, enabled) => say(acts.enable(id, enabled))}
            onRemove={(id) => say(acts.removeChannel(id))}
          />
        </Section>
        <Section
          title="Rules"
          actions={
            <Button disabled={channels.length === 0} onClick={() => setAdding('rule')}>
              Add a rule…
            </Button>
          }
        >
          <NotificationRules rules={rules} labelOf={labelOf} onRemove={(id) => say(acts.removeRule(id))} />
        </Section>
        <Section title="Reviews and reminders">
          <NotificationPolicy
            policies={policies}
            projects={projects}
            onSet={acts.setPolicy}
            onRemove={(projectId) => say(acts.removePolicy(projectId))}
          />
        </Section>
        <Section title="Delivery log" aside="the last hundred">
          <NotificationLog rows={log.data} onRetry={(id) => say(acts.retry(id))} />
        </Section>
      </div>
      {adding === 'channel' && <AddChannel onAdd={acts.add} onClose={() => setAdding(null)} />}
      {adding === 'rule' && (
        <AddRule {...{ channels, events, projects, people }} onAdd={acts.addRule} onClose={() => setAdding(null)} />
      )}
    </SettingsFrame>
  );
}
