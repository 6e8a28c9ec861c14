'use client';

import { ReportList } from '#components/report/report-list.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { reportHref } from '#lib/report/address.ts';
import { reportIds, reports } from '#lib/report/reports.ts';
import { Desk } from '../../_parts/desk.tsx';

const questions = reportIds.map((id) => ({
  id,
  question: reports[id].question,
  formula: reports[id].formula,
  href: reportHref(id, {}),
}));

/** Every report by its question. */
export function Reports() {
  return (
    <Desk current="reports" crumbs={[{ label: 'Reports' }]}>
      <div className="flex min-w-0 flex-col gap-6">
        <PageHeader title="Reports">
          What the history of runs, results and boards says; every number opens its rows.
        </PageHeader>
        <ReportList reports={questions} />
      </div>
    </Desk>
  );
}
