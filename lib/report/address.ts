import type { ReportFilter } from './filter.ts';
import type { ReportDefinition, ReportRow } from './report.ts';
import type { ReportId } from './reports.ts';

const filterNames = [
  'project',
  'branch',
  'environment',
  'boardType',
  'from',
  'to',
  'by',
] as const satisfies readonly (keyof ReportFilter)[];

/** A filter as the search of an address. */
export function filterSearch(filter: ReportFilter): URLSearchParams {
  return new URLSearchParams(
    filterNames.flatMap((name) => {
      const value = filter[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The words of an address that narrow a report down; the others name a row. */
export function partsOfSearch(search: Readonly<Record<string, string>>): {
  filter: Record<string, string>;
  rest: Record<string, string>;
} {
  const isFilter = ([name]: readonly [string, string]) => filterNames.some((known) => known === name);
  const entries = Object.entries(search);
  return {
    filter: Object.fromEntries(entries.filter((entry) => isFilter(entry) && entry[1] !== '')),
    rest: Object.fromEntries(entries.filter((entry) => !isFilter(entry))),
  };
}

/** Where a report is shown with this filter. */
export function reportHref(id: ReportId, filter: ReportFilter): string {
  const search = filterSearch(filter).toString();
  return `/reports/${id}${search === '' ? '' : `?${search}`}`;
}

/** Where the rows behind a row of a report are listed. */
export function behindHref(
  id: ReportId,
  { keys }: Pick<ReportDefinition, 'keys'>,
  { filter, row }: { filter: ReportFilter; row: ReportRow },
): string {
  const search = filterSearch(filter);
  for (const key of Object.keys(keys)) search.set(key, String(row[key] ?? ''));
  return `/reports/${id}/rows?${search}`;
}
