import type { Metadata } from 'next';
import type { AuditWords } from '#components/settings/audit-filters.tsx';
import { type AuditFilter, auditFilterOf } from '#lib/audit/filter.ts';
import { api } from '../../../_lib/session.ts';
import { unlessForbidden } from '../../../_lib/unless-forbidden.ts';
import { NotForYou } from '../../../_parts/not-for-you.tsx';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';
import { AuditLog } from './audit-log.tsx';

export const metadata: Metadata = { title: 'Audit log' };

type Search = Readonly<Record<string, string | string[] | undefined>>;

/** Who did what to which thing, when and from where? */
export default async function AuditPage({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams;
  const filter = auditFilterOf(search);
  const { audit } = await api();
  const place = { before: idIn(search.before), after: idIn(search.after) };
  const found = await unlessForbidden(audit.page({ filter: filter ?? {}, ...place }));
  if (found === null) {
    return (
      <SettingsFrame current="audit" title="Audit log" line="What people and programs did.">
        <NotForYou what="read the audit log" who="An admin" />
      </SettingsFrame>
    );
  }
  return <AuditLog found={found} words={wordsOf(filter)} understood={filter !== null} />;
}

function wordsOf(filter: AuditFilter | null): AuditWords {
  const { actor = '', action = '', target = '', door = '', from = '', to = '' } = filter ?? {};
  return { actor, action, target, door, from, to };
}

function idIn(word: Search[string]): number | undefined {
  return typeof word === 'string' && /^\d{1,15}$/.test(word) ? Number(word) : undefined;
}
