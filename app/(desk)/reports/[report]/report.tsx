'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReportChart } from '#components/report/report-chart.tsx';
import { ReportFilters } from '#components/report/report-filters.tsx';
import { ReportTable } from '#components/report/report-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { count } from '#lib/format/count.ts';
import { behindHref } from '#lib/report/address.ts';
import type { ReportFilter } from '#lib/report/filter.ts';
import { plotOf } from '#lib/report/plot.ts';
import type { ReportDefinition } from '#lib/report/report.ts';
import { type ReportId, reports } from '#lib/report/reports.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { useReportFilter } from '../use-report-filter.ts';
import { ReportActions } from './report-actions.tsx';

type ReportProps = {
  id: ReportId;
  /** Undefined when the server refused what the address asks for. */
  first: Outputs['reports']['read'] | undefined;
  firstFilter: ReportFilter;
  choices: Outputs['reports']['choices'];
};

/** One question: the chart that answers it, the table behind it, and how the numbers are made. */
export function Report({ id, first, firstFilter, choices }: ReportProps) {
  const trpc = useTRPC();
  const definition: ReportDefinition = reports[id];
  const { filter, understood, change } = useReportFilter();
  const isFirst = JSON.stringify(filter) === JSON.stringify(firstFilter);
  const found = useQuery(
    trpc.reports.read.queryOptions(
      { id, filter },
      { placeholderData: keepPreviousData, ...(isFirst && startingWith(first)) },
    ),
  );
  const { data } = found;
  return (
    <Desk current="reports" crumbs={[{ label: 'Reports', href: '/reports' }, { label: definition.question }]}>
      <div className="flex min-w-0 flex-col gap-5">
        <PageHeader title={definition.question} actions={<ReportActions id={id} filter={filter} />} />
        {!understood && (
          <Notice tone="attention">The address asks for what makes no sense: everything is shown.</Notice>
        )}
        <ReportFilters
          filter={filter}
          takes={definition.filters}
          choices={choices}
          span={{ from: data?.span.from ?? filter.from ?? '', to: data?.span.to ?? filter.to ?? choices.today }}
          zone={choices.zone}
          onChange={change}
        />
        {found.error !== null && (
          <ErrorState what={found.error.message} next="Choose other days." onRetry={() => void found.refetch()} />
        )}
        {data === undefined ? (
          found.error === null && <Skeleton className="h-64" />
        ) : data.rows.length === 0 ? (
          <EmptyState title="Nothing in these days">
            No {definition.behind} from {data.span.from} to {data.span.to} matches. Choose other days, or clear the
            filters.
          </EmptyState>
        ) : (
          // What another filter has brought stays in sight until this one's is there, but would lead to rows that it does not count.
          <div inert={found.isPlaceholderData} className="flex min-w-0 flex-col gap-5">
            <ReportChart plot={plotOf(definition, data.rows, data)} />
            <Section title="The numbers" aside={`${count(data.rows.length)} rows; each opens the ones behind it`}>
              <ReportTable
                label={definition.question}
                columns={definition.columns}
                rows={data.rows}
                hrefOf={(row) => behindHref(id, definition, { filter, row })}
              />
            </Section>
          </div>
        )}
        <Section title="How it is counted">
          <p className="max-w-prose text-ink-muted text-sm">{definition.formula}</p>
        </Section>
      </div>
    </Desk>
  );
}
