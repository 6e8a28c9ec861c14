'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { ReportFilter } from '#lib/report/filter.ts';
import { steps } from '#lib/report/span.ts';

const fields = {
  project: parseAsString,
  branch: parseAsString,
  environment: parseAsString,
  boardType: parseAsString,
  from: parseAsString,
  to: parseAsString,
  by: parseAsStringLiteral(steps),
};

const anId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const aDay = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A report's filter, kept in the address: a colleague who gets the link sees the same. What makes no sense is left out, and
 * `understood` says so; the server looks more closely.
 */
export function useReportFilter() {
  const [words, set] = useQueryStates(fields);
  const given = {
    ...words,
    project: matching(words.project, anId),
    from: matching(words.from, aDay),
    to: matching(words.to, aDay),
  };
  const filter: ReportFilter = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  const understood = (['project', 'from', 'to'] as const).every((name) => words[name] === given[name]);
  const change = ({ by, ...wished }: Partial<Record<keyof ReportFilter, string | null>>) =>
    void set({ ...wished, ...(by !== undefined && { by: fields.by.parse(by ?? '') }) });
  return { filter, understood, change };
}

function matching(word: string | null, pattern: RegExp): string | null {
  return word !== null && pattern.test(word) ? word : null;
}
