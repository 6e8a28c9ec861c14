'use client';

import { BehindTable } from '#components/report/behind-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { clip } from '#lib/format/clip.ts';
import { visibleText } from '#lib/format/visible-text.ts';
import { behindHref, reportHref } from '#lib/report/address.ts';
import type { ReportFilter } from '#lib/report/filter.ts';
import type { ReportDefinition } from '#lib/report/report.ts';
import { type ReportId, reports } from '#lib/report/reports.ts';
import type { Outputs } from '../../../../_lib/trpc.ts';
import { Desk } from '../../../../_parts/desk.tsx';

type RowsProps = {
  id: ReportId;
  filter: ReportFilter;
  /** What names the row of the report. */
  row: Record<string, string>;
  page: number;
  found: Outputs['reports']['behind'];
};

/** Of a name in the title so many characters. */
const shownWord = 120;

/** The rows behind one number of a report. */
export function Rows({ id, filter, row, page, found: { rows, hasMore, test } }: RowsProps) {
  const definition: ReportDefinition = reports[id];
  const at = (n: number) => `${behindHref(id, definition, { filter, row })}&page=${n}`;
  const words = Object.entries(row).map(([key, word]) => (definition.keys[key] === 'id' ? (test ?? '') : word));
  const named = words.filter((word) => word !== '').map((word) => visibleText(clip(word, shownWord).text));
  return (
    <Desk
      current="reports"
      crumbs={[
        { label: 'Reports', href: '/reports' },
        { label: definition.question, href: reportHref(id, filter) },
        { label: 'Rows' },
      ]}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <PageHeader title={`Every ${definition.behind} behind ${named.length === 0 ? 'the report' : named.join(', ')}`}>
          {definition.order ?? 'Newest first.'}
        </PageHeader>
        {rows.length === 0 ? (
          <EmptyState title="No rows here">
            What was counted may have been removed by retention: its sums are kept.
          </EmptyState>
        ) : (
          <BehindTable label={`Rows behind ${definition.question}`} columns={definition.columns} rows={rows} />
        )}
        <Pager
          label="Pages of rows"
          newer={page > 0 ? at(page - 1) : undefined}
          older={hasMore ? at(page + 1) : undefined}
        />
      </div>
    </Desk>
  );
}
