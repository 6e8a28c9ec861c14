import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { api } from '../../../../_lib/session.ts';
import { askedInSearch, reportNamed, type Search } from '../../asked-in-search.ts';
import { Rows } from './rows.tsx';

type Props = { params: Promise<{ report: string }>; searchParams: Promise<Search> };

export const metadata: Metadata = { title: 'Rows of a report' };

/** What is this number made of? */
export default async function RowsPage({ params, searchParams }: Props) {
  const named = reportNamed((await params).report);
  if (named === null) notFound();
  const asked = askedInSearch(named.definition, await searchParams);
  if (asked === null) notFound();
  const { reports } = await api();
  const { filter, key: row, page } = asked;
  return (
    <Rows
      id={named.id}
      filter={filter}
      row={row}
      page={page}
      found={await reports.behind({ id: named.id, ...asked })}
    />
  );
}
