'use client';

import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { filterSearch } from '#lib/report/address.ts';
import type { ReportFilter } from '#lib/report/filter.ts';
import type { ReportDefinition } from '#lib/report/report.ts';
import { type ReportId, reports } from '#lib/report/reports.ts';
import { useTRPC } from '../../../_lib/trpc.ts';

const SaveReport = lazy(() =>
  import('#components/report/save-report.tsx').then((file) => ({ default: file.SaveReport })),
);

/** What can be done with a report as it is shown: keep it, or take it along as a file. */
export function ReportActions({ id, filter }: { id: ReportId; filter: ReportFilter }) {
  const trpc = useTRPC();
  const { junit }: ReportDefinition = reports[id];
  const formats = ['csv', 'json', 'pdf', ...(junit === undefined ? [] : ['junit'])];
  const [saving, setSaving] = useState(false);
  const save = useMutation(trpc.reports.save.mutationOptions({ onSuccess: () => setSaving(false) }));
  const open = () => {
    save.reset();
    setSaving(true);
  };
  return (
    <>
      <Button onClick={open}>Save…</Button>
      {formats.map((format) => (
        <Button key={format} asChild>
          <Link kind="bare" href={`/api/reports/${id}?${filterSearch(filter)}&format=${format}`}>
            {format === 'junit' ? 'JUnit' : format.toUpperCase()}
          </Link>
        </Button>
      ))}
      {saving && (
        <Suspense>
          <SaveReport
            pending={save.isPending}
            problem={save.error?.message}
            onSave={(name) => save.mutate({ name, report: id, filter })}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </>
  );
}
