'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { PinForm } from '#components/settings/keeping-pins.tsx';
import { KeepingRounds } from '#components/settings/keeping-rounds.tsx';
import { KeepingRules } from '#components/settings/keeping-rules.tsx';
import { ZoneForm } from '#components/settings/keeping-zone.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { bytes } from '#lib/format/bytes.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';

const ReasonDialog = lazy(() =>
  import('#components/ui/reason-dialog.tsx').then((file) => ({ default: file.ReasonDialog })),
);

/** The rules of retention with what they would remove, pinned runs, what went, and the zone of reports. */
export function Keeping({ first }: { first: Outputs['retention']['page'] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const page = useQuery(trpc.retention.page.queryOptions(undefined, startingWith(first)));
  const done = { onSettled: () => queries.invalidateQueries({ queryKey: trpc.retention.page.queryKey() }) };
  const set = useMutation(trpc.retention.set.mutationOptions(done));
  const pin = useMutation(trpc.retention.pin.mutationOptions(done));
  const unpin = useMutation(trpc.retention.unpin.mutationOptions(done));
  const zone = useMutation(trpc.reports.setZone.mutationOptions(done));
  const apply = useMutation(trpc.retention.round.mutationOptions({ ...done, onSuccess: () => setAsking(false) }));
  const { rules, pinned, rounds, zone: now } = page.data;
  const due = rules.reduce((sum, rule) => sum + rule.bytes, 0);
  return (
    <SettingsFrame
      current="keeping"
      title="Keeping"
      line="What is kept for how long. Traces, the audit log and the history of boards are kept for ever."
      actions={
        <Button
          kind="danger"
          disabled={rules.every(({ things }) => things === 0)}
          onClick={() => {
            apply.reset();
            setAsking(true);
          }}
        >
          Remove what is due…
        </Button>
      }
    >
      <Section title="What goes" aside="once a day; reports keep their sums">
        {set.error !== null && <ErrorState what={set.error.message} />}
        <KeepingRules rules={rules} pending={set.isPending} onSet={(kind, days) => set.mutate({ kind, days })} />
      </Section>
      <Section title="Pinned runs" aside="of which nothing goes">
        <PinForm
          pinned={pinned}
          pending={pin.isPending || unpin.isPending}
          problem={(pin.error ?? unpin.error)?.message}
          onPin={(run, why) => pin.mutate({ run, why })}
          onUnpin={(run) => unpin.mutate({ run })}
        />
      </Section>
      <Section title="What went" aside="the last ten rounds">
        <KeepingRounds rounds={rounds} />
      </Section>
      <Section title="Zone of reports" aside="in which days and weeks begin, for everybody">
        <ZoneForm
          key={now}
          zone={now}
          pending={zone.isPending}
          problem={zone.error?.message}
          onSet={(wished) => zone.mutate({ zone: wished })}
        />
      </Section>
      {asking && (
        <Suspense>
          <ReasonDialog
            open
            onOpenChange={() => setAsking(false)}
            title="Remove what is due"
            effect={`${bytes(due)} go now instead of with the next daily round, as the table shows. They cannot be brought back.`}
            action="Remove"
            danger
            pending={apply.isPending}
            error={apply.error?.message}
            onConfirm={() => apply.mutate()}
          />
        </Suspense>
      )}
    </SettingsFrame>
  );
}
