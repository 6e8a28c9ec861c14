'use client';

import { AuditFilters, type AuditWords } from '#components/settings/audit-filters.tsx';
import { AuditTable } from '#components/settings/audit-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pager } from '#components/ui/pager.tsx';
import type { Outputs } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';

const here = '/settings/audit';

type AuditLogProps = {
  found: Outputs['audit']['page'];
  words: AuditWords;
  /** False when the address asked for something that makes no sense. */
  understood: boolean;
};

export function AuditLog({ found: { rows, newer, older }, words, understood }: AuditLogProps) {
  const at = (place: Record<string, string>) => `${here}${query({ ...words, ...place })}`;
  const file = (format: string) => `/api/audit${query({ ...words, format })}`;
  return (
    <Desk current="settings" crumbs={[{ label: 'Settings' }, { label: 'Audit log' }]}>
      <div className="flex flex-col gap-4">
        <PageHeader
          title="Audit log"
          actions={['csv', 'jsonl'].map((format) => (
            <Button key={format} asChild>
              <Link kind="bare" href={file(format)}>
                {format === 'csv' ? 'Export CSV' : 'Export JSON lines'}
              </Link>
            </Button>
          ))}
        >
          What people and programs did. Nothing in here can be changed or removed.
        </PageHeader>
        {!understood && (
          <Notice tone="attention">The address asks for what makes no sense: everything is shown.</Notice>
        )}
        <AuditFilters key={JSON.stringify(words)} words={words} href={here} />
        <AuditTable
          lines={rows}
          empty={<EmptyState title="Nothing matches">Change the search, or clear it.</EmptyState>}
        />
        <Pager
          label="Pages of the audit log"
          newer={newer === null ? undefined : at({ after: String(newer) })}
          older={older === null ? undefined : at({ before: String(older) })}
        />
      </div>
    </Desk>
  );
}

function query(words: Readonly<Record<string, string>>): string {
  const given = Object.entries(words).filter(([, word]) => word !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
