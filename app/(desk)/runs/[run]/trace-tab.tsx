'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useDeferredValue } from 'react';
import { TraceTable } from '#components/run/trace-table.tsx';
import { longestQuestion, TraceToolbar } from '#components/run/trace-toolbar.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { counted } from '#lib/format/count.ts';
import type { Outputs } from '../../../_lib/trpc.ts';
import { useSettled } from '../../../_lib/use-settled.ts';
import { type TraceWish, useTrace } from './use-trace.ts';

type Page = Outputs['runs']['page'];
type Rows = Outputs['runs']['trace'];
type Props = {
  page: Page;
  /** What came with the page: the newest rows of the whole trace. */
  first: Rows | undefined;
  state: string | null;
  onState: (state: string | null) => void;
};

/** Why did it go there? */
export function TraceTab({ page, first, state: asked, onState }: Props) {
  const [question, setText] = useQueryState('q', parseAsString.withDefault(''));
  // An address that was cut or typed asks as well as it can.
  const text = question.slice(0, longestQuestion);
  const state = asked?.slice(0, longestQuestion) || null;
  const settled = useSettled(text);
  const upTo = page.moment?.seq ?? null;
  const wish = { runId: page.detail.id, transition: page.detail.transition, upTo, state, text: settled };
  const filters = { states: statesOf(page), state, onState, text, onText: (next: string) => void setText(next) };
  const whole = upTo === null && state === null && settled === '';
  const came = whole && (first?.at(-1)?.seq ?? 0) >= page.detail.transition ? first : undefined;
  return <Found key={`${upTo} ${state} ${settled}`} page={page} first={came} wish={wish} filters={filters} />;
}

type Filters = Omit<Parameters<typeof TraceToolbar>[0], 'told'>;

type FoundProps = { page: Page; first: Rows | undefined; wish: TraceWish; filters: Filters };

function Found({ page, first, wish, filters }: FoundProps) {
  const { rows, error, loadOlder, retry } = useTrace(wish, first);
  const shown = useDeferredValue(rows);
  const { detail, moment } = page;
  const filtered = wish.state !== null || wish.text.trim() !== '';
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TraceToolbar {...filters} told={told(shown?.length, filtered ? null : detail.transition)} />
      {shown === undefined && error === undefined && <Skeleton className="h-96" />}
      {error !== undefined && <ErrorState what={error} onRetry={retry} />}
      {shown !== undefined && (
        <TraceTable
          rows={shown.toReversed()}
          none={filtered ? 'No transition is like that.' : 'The trace begins when a runner takes the run.'}
          selected={moment?.seq}
          hrefOf={(seq) => `/runs/${detail.number}?tab=trace&at=${seq}`}
          onOlder={loadOlder}
        />
      )}
    </div>
  );
}

function told(shown: number | undefined, total: number | null): string {
  if (shown === undefined) return '';
  return total === null ? `${counted(shown, 'transition')} found` : counted(total, 'transition');
}

/** Every state with its parts, in the machine's order. */
function statesOf({ machine }: Page): readonly string[] {
  return machine?.nodes.flatMap(({ id, substates }) => [id, ...substates.map((part) => part.id)]) ?? [];
}
