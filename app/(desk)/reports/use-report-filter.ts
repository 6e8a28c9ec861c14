'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { type ReportFilter, reportFilter } from '#lib/report/filter.ts';

const fields = {
  project: parseAsString,
  branch: parseAsString,
  environment: parseAsString,
  boardType: parseAsString,
  from: parseAsString,
  to: parseAsString,
  by: parseAsStringLiteral(['day', 'week']),
};

/** A report's filter, kept in the address: a colleague who gets the link sees the same. Null when it makes no sense. */
export function useReportFilter() {
  const [words, set] = useQueryStates(fields);
  const given = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== null && value !== ''));
  const { data } = reportFilter.safeParse(given);
  const filter: ReportFilter | null = data ?? null;
  return {
    filter,
    change: (change: Partial<typeof words> | Record<string, string | null>) =>
      void set(change as Partial<typeof words>),
  };
}
