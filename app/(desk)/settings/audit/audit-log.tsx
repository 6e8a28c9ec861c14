'use client';

import { AuditFilters, type AuditWords } from '#components/settings/audit-filters.tsx';
import { AuditTable } from '#components/settings/audit-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pager } from '#components/ui/pager.tsx';
import type { Outputs } from '../../../_lib/trpc.ts';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';

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
    <SettingsFrame
      current="audit"
      title="Audit log"
      line="What people and programs did. Nothing in here can be changed or removed."
      actions={['csv', 'jsonl'].map((format) => (
        <Button key={format} asChild>
          <Link kind="bare" href={file(format)}>
            {format === 'csv' ? 'Export CSV' : 'Export JSON'}
          </Link>
        </Button>
      ))}
    >
      {!understood && <Notice tone="attention">The address asks for what makes no sense: everything is shown.</Notice>}
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
    </SettingsFrame>
  );
}

function query(words: Readonly<Record<string, string>>): string {
  const given = Object.entries(words).filter(([, word]) => word !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
