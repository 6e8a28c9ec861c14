'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { ImportChanges } from '#components/board/import-changes.tsx';
import { type BoardList, ImportForm } from '#components/board/import-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { counted } from '#lib/format/count.ts';
import { useTRPC } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';

const crumbs = [{ label: 'Boards', href: '/boards' }, { label: 'Import' }];

/** A list of boards, what it would change, and only then the button that changes it. */
export function ImportBoards({ site }: { site: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const look = useMutation(trpc.boards.import.mutationOptions());
  const take = useMutation(
    trpc.boards.import.mutationOptions({
      async onSuccess() {
        await queries.invalidateQueries({ queryKey: trpc.boards.pathKey() });
        router.push('/boards');
      },
    }),
  );
  const list: BoardList | undefined = look.variables;
  const differing = (look.data?.changes ?? []).filter(({ kind }) => kind !== 'same').length;
  const isUnderWay = take.isPending || take.isSuccess;
  return (
    <Desk current="boards" crumbs={crumbs}>
      <div className="flex flex-col gap-5">
        <PageHeader title="Import boards" actions={<HelpLink page="boards" />}>
          A list is taken over whole or not at all; boards that it does not name stay as they are.
        </PageHeader>
        <div className="grid gap-6 lg:grid-cols-2">
          <ImportForm
            site={site}
            pending={look.isPending}
            error={look.error?.message}
            onEdit={look.reset}
            onLook={({ text, site: at }) => look.mutate({ text, site: at, dryRun: true })}
          />
          <Section title="What would change">
            {look.data === undefined ? (
              <p className="text-ink-muted text-sm">Nothing is changed before you have seen it here.</p>
            ) : (
              <ImportChanges {...look.data} />
            )}
            {take.error !== null && <Notice tone="bad">{take.error.message}</Notice>}
            {list !== undefined && differing > 0 && (
              <div>
                <Button
                  kind="primary"
                  size="md"
                  disabled={isUnderWay}
                  onClick={() => take.mutate({ ...list, dryRun: false })}
                >
                  {isUnderWay ? 'Taking over…' : `Take over ${counted(differing, 'board')}`}
                </Button>
              </div>
            )}
          </Section>
        </div>
      </div>
    </Desk>
  );
}
