'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';

const shownCandidates = 8;

/** The names that a test went by, and the way to link an earlier one to it. */
export function NamesPart({ test }: { test: Outputs['results']['test']['test'] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const again = () => queries.invalidateQueries({ queryKey: trpc.results.test.queryKey() });
  const link = useMutation(trpc.results.link.mutationOptions({ onSuccess: again }));
  const unlink = useMutation(trpc.results.unlink.mutationOptions({ onSuccess: again }));
  const found = useQuery(
    trpc.results.tests.queryOptions(
      { projectId: test.projectId, text, view: 'all' },
      { enabled: text.trim().length > 1 },
    ),
  );
  const candidates = (found.data?.rows ?? []).filter(({ id }) => id !== test.id).slice(0, shownCandidates);
  const trouble = link.error ?? unlink.error;
  return (
    <Section title="Names" aside="a test that was renamed keeps its history">
      <ul className="flex flex-col text-sm">
        <li className="tabular wrap-anywhere py-1">
          <SafeText text={test.key} limit={400} />
        </li>
        {test.otherNames.map(({ id, key, isByHand }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 py-1">
            <span className="tabular wrap-anywhere min-w-0 flex-1 text-ink-muted">
              {isByHand ? 'earlier' : 'by the rules'}: <SafeText text={key} limit={400} />
            </span>
            {isByHand && (
              <Button disabled={unlink.isPending} onClick={() => unlink.mutate({ testId: id })}>
                Unlink
              </Button>
            )}
          </li>
        ))}
      </ul>
      {trouble !== null && <Notice tone="bad">{trouble.message}</Notice>}
      <Input
        type="search"
        aria-label="Look for an earlier name of this test"
        placeholder="Look for an earlier name"
        className="max-w-96"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim().length > 1 && (
        <ul className="flex flex-col text-sm">
          {candidates.map(({ id, key }) => (
            <li key={id} className="flex flex-wrap items-center gap-2 border-line border-b py-1 last:border-b-0">
              <span className="tabular wrap-anywhere min-w-0 flex-1">
                <SafeText text={key} limit={400} />
              </span>
              <Button disabled={link.isPending} onClick={() => link.mutate({ from: id, to: test.id })}>
                Is this test
              </Button>
            </li>
          ))}
          {found.data !== undefined && candidates.length === 0 && (
            <li className="text-ink-muted">No other test by that name.</li>
          )}
        </ul>
      )}
    </Section>
  );
}
