import { download } from '#server/api/download.ts';
import { originOf } from '#server/api/origin.ts';
import { readReport } from '#server/report/read-report.ts';
import { isReportFormat, reportFile } from '#server/report/report-file.ts';
import { currentPerson } from '../../../_lib/session.ts';
import { askedInSearch, reportNamed } from '../../../(desk)/reports/asked-in-search.ts';

type Params = { params: Promise<{ report: string }> };

/** A report as a file, in the format and with the filter that the address names. */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  const { report } = await params;
  const { format = 'csv', ...search } = Object.fromEntries(new URL(request.url).searchParams);
  const named = reportNamed(report);
  if (named === null) return new Response('There is no such report.', { status: 404 });
  const asked = askedInSearch(named.definition, search);
  if (asked === null || !isReportFormat(format))
    return new Response('The filter or the format makes no sense: csv, json and pdf are known.', { status: 400 });
  const by = { person: await currentPerson(), params: { report }, from: originOf(request.headers), details: search };
  return await download('/api/reports/[report]', by, async ({ services: { pool }, reach }) => {
    const { type, body } = await reportFile(await readReport(pool, named.id, asked.filter, reach), format);
    return new Response(body, {
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${named.id}.${format}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
  });
}
