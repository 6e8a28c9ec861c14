import { download } from '#server/api/download.ts';
import { originOf } from '#server/api/origin.ts';
import { readReport } from '#server/report/read-report.ts';
import { formatsOf, reportFile } from '#server/report/report-file.ts';
import { currentPerson } from '../../../_lib/session.ts';
import { askedInSearch, reportNamed } from '../../../(desk)/reports/asked-in-search.ts';

type Params = { params: Promise<{ report: string }> };

/** A report as a file, in the format and with the filter that the address names. */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  const { report } = await params;
  const { format = 'csv', ...search } = Object.fromEntries(new URL(request.url).searchParams);
  const by = { person: await currentPerson(), params: { report }, from: originOf(request.headers), details: search };
  return await download('/api/reports/[report]', by, async ({ services: { pool }, reach }) => {
    const named = reportNamed(report);
    if (named === null) return new Response('There is no such report.', { status: 404 });
    const asked = askedInSearch(named.definition, search);
    const formats = formatsOf(named.definition);
    const known = formats.find((one) => one === format);
    if (asked === null || known === undefined) {
      const sentence = `The filter or the format makes no sense: ${formats.join(', ')} are known.`;
      return new Response(sentence, { status: 400 });
    }
    const { type, name, body } = await reportFile(await readReport(pool, named.id, asked.filter, reach), known);
    return new Response(body, {
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
  });
}
