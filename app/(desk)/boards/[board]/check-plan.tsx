'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { CheckPlanDraft, DraftGolden } from '#components/board/check-plan-dialog.tsx';
import { CheckPlanFacts } from '#components/board/check-plan-facts.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC, useTRPCClient } from '../../../_lib/trpc.ts';

const CheckPlanDialog = dynamic(() =>
  import('#components/board/check-plan-dialog.tsx').then((module) => module.CheckPlanDialog),
);

type Plan = Outputs['boards']['checkPlan'];
type Props = { board: string; first: Plan | undefined };

/** How boards of this type are checked, and for who may change it the form. */
export function CheckPlan({ board, first }: Props) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.boards.checkPlan.queryOptions({ board }, startingWith(first)));
  if (data !== undefined) return <Checks {...data} />;
  return (
    <Section title="Checks">{error && <ErrorState what={error.message} onRetry={() => void refetch()} />}</Section>
  );
}

function Checks({ type, plan, mayChange }: Plan) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const save = useMutation({
    async mutationFn({ golden, ...rest }: CheckPlanDraft) {
      const stored = golden === null ? null : { ...(await storedImage(golden)), expects: golden.expects };
      await client.boards.saveCheckPlan.mutate({ type, plan: { ...rest, golden: stored } });
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: trpc.boards.checkPlan.pathKey() });
      setOpen(false);
    },
  });
  return (
    <Section
      title="Checks"
      aside={`of every ${type} board`}
      actions={mayChange && <Button onClick={() => setOpen(true)}>Change…</Button>}
    >
      <CheckPlanFacts plan={plan} />
      {isOpen && (
        <CheckPlanDialog
          type={type}
          plan={plan}
          pending={save.isPending}
          error={save.error?.message}
          onClose={() => {
            save.reset();
            setOpen(false);
          }}
          onSave={(draft) => save.mutate(draft)}
        />
      )}
    </Section>
  );
}

/** Sends the image when it is not there yet. Throws what the server says against it. */
async function storedImage({ image }: DraftGolden): Promise<{ hash: string; name: string }> {
  if (!(image instanceof File)) return { hash: image.hash, name: image.name };
  const name = new URLSearchParams({ name: image.name });
  const response = await fetch(`/api/boards/golden?${name}`, { method: 'POST', body: image });
  if (!response.ok) throw new Error(await response.text());
  return await response.json();
}
