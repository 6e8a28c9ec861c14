'use client';

import { ReportList } from '#components/report/report-list.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { reportHref } from '#lib/report/address.ts';
import { reportIds, reports } from '#lib/report/reports.ts';
import type { Outputs } from '../../_lib/trpc.ts';
import { Desk } from '../../_parts/desk.tsx';
import { SavedReports } from './saved-reports.tsx';

const questions = reportIds.map((id) => ({
  id,
  question: reports[id].question,
  formula: reports[id].formula,
  href: reportHref(id, {}),
}));

/** Every report by its question, and those that people keep. */
export function Reports({ saved, zone }: { saved: Outputs['reports']['saved']; zone: string }) {
  return (
    <Desk current="reports" crumbs={[{ label: 'Reports' }]}>
      <div className="flex min-w-0 flex-col gap-6">
        <PageHeader title="Reports" actions={<HelpLink page="reports" />}>
          What the history of runs, results and boards says; every number opens its rows.
        </PageHeader>
        <ReportList reports={questions} />
        <Section
          title="Saved reports"
          aside={saved.length === 0 ? 'none yet: open a report, narrow it down, and save it' : undefined}
        >
          {saved.length > 0 && <SavedReports first={saved} zone={zone} />}
        </Section>
      </div>
    </Desk>
  );
}
