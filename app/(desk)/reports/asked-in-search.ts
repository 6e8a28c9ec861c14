import { partsOfSearch } from '#lib/report/address.ts';
import { type ReportFilter, reportFilter } from '#lib/report/filter.ts';
import type { ReportDefinition } from '#lib/report/report.ts';
import { type ReportId, reports } from '#lib/report/reports.ts';
import { rowKeyOf } from '#lib/report/row-key.ts';

export type Search = Readonly<Record<string, string | string[] | undefined>>;

/** The report that an address names; null for none of ours. */
export function reportNamed(id: string): { id: ReportId; definition: ReportDefinition } | null {
  const known = Object.entries(reports).find(([name]) => name === id);
  return known === undefined ? null : { id: known[0] as ReportId, definition: known[1] };
}

/** The filter and the row that an address asks for; null when it makes no sense. What is said twice counts as said last. */
export function askedInSearch(
  definition: ReportDefinition,
  search: Search,
): { filter: ReportFilter; key: Record<string, string>; page: number } | null {
  const words = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return last === undefined ? [] : [[name, last]];
    }),
  );
  const { filter, rest } = partsOfSearch(words);
  const parsed = reportFilter.safeParse(filter);
  const known = Object.fromEntries(Object.entries(rest).filter(([name]) => Object.hasOwn(definition.keys, name)));
  const key = rowKeyOf(definition, known);
  if (!parsed.success || key === null) return null;
  const page = /^\d{1,4}$/.test(rest.page ?? '') ? Number(rest.page) : 0;
  return { filter: parsed.data, key, page };
}
