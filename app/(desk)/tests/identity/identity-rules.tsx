'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RuleEditor } from '#components/results/rule-editor.tsx';
import { RulePreview } from '#components/results/rule-preview.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { counted } from '#lib/format/count.ts';
import type { IdentityRule } from '#lib/results/identity.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useSettled } from '../../../_lib/use-settled.ts';
import { Desk } from '../../../_parts/desk.tsx';

/** The rules of a project, changed with what the change would do in sight. */
export function IdentityRules({ projectId, first }: { projectId: string; first: Outputs['results']['rules'] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const current = useQuery(trpc.results.rules.queryOptions({ projectId }, startingWith(first)));
  const [rules, setRules] = useState<readonly IdentityRule[]>(first.rules);
  const tried = useSettled(rules);
  const preview = useQuery(trpc.results.previewRules.queryOptions({ projectId, rules: [...tried] }, { retry: false }));
  const save = useMutation(
    trpc.results.setRules.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: trpc.results.rules.queryKey() }),
    }),
  );
  return (
    <Desk
      current="tests"
      crumbs={[{ label: 'Tests', href: `/tests?project=${projectId}` }, { label: 'How tests are recognised' }]}
    >
      <div className="flex min-w-0 flex-col gap-6">
        <PageHeader title="How tests are recognised">
          A test is the same test again when suite and name agree after these rules: what changes from build to build
          without meaning another test is replaced by a fixed word. The name as it came is kept with each result.
        </PageHeader>
        <Section
          title="Rules"
          aside={
            current.data.isOwn ? 'of this project, applied in this order' : 'the stated ones, applied in this order'
          }
        >
          <RuleEditor rules={rules} onChange={setRules} />
          {save.error !== null && <Notice tone="bad">{save.error.message}</Notice>}
          {save.isSuccess && (
            <Notice tone="good">
              Saved. They hold for what builds and runs bring from now on; the history of{' '}
              {counted(save.data.moved, 'test')} goes on under them.
            </Notice>
          )}
          <div className="flex gap-2">
            <Button
              kind="primary"
              disabled={save.isPending}
              onClick={() => save.mutate({ projectId, rules: [...rules] })}
            >
              Save for this project
            </Button>
            {current.data.isOwn && (
              <Button disabled={save.isPending} onClick={() => save.mutate({ projectId, rules: null })}>
                Go by the stated rules again
              </Button>
            )}
          </div>
        </Section>
        <Section title="What they would do with the history" aside="no result is changed; other rules take it back">
          {preview.error === null ? (
            <RulePreview preview={preview.data} />
          ) : (
            <Notice tone="bad">{preview.error.message}</Notice>
          )}
        </Section>
      </div>
    </Desk>
  );
}
