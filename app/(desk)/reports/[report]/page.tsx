import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { orLater } from '../../../_lib/or-later.ts';
import { api } from '../../../_lib/session.ts';
import { askedInSearch, reportNamed, type Search } from '../asked-in-search.ts';
import { Report } from './report.tsx';

type Props = { params: Promise<{ report: string }>; searchParams: Promise<Search> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const named = reportNamed((await params).report);
  return { title: named === null ? 'No such report' : named.definition.question };
}

/** The question that is the page's title. */
export default async function ReportPage({ params, searchParams }: Props) {
  const named = reportNamed((await params).report);
  if (named === null) notFound();
  const asked = askedInSearch(named.definition, await searchParams);
  const { reports } = await api();
  const [first, choices] = await Promise.all([
    orLater(reports.read({ id: named.id, filter: asked?.filter ?? {} })),
    reports.choices(),
  ]);
  return <Report key={named.id} id={named.id} first={first} firstFilter={asked?.filter ?? {}} choices={choices} />;
}
