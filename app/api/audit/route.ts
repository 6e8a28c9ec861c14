import { auditFilterOf } from '#lib/audit/filter.ts';
import { auditFileOf } from '#server/api/audit-file.ts';
import { download } from '#server/api/download.ts';
import { originOf } from '#server/api/origin.ts';
import { currentPerson } from '../../_lib/session.ts';

/** The audit log as a file: CSV for a spreadsheet, or one line of JSON for each row. The export is in the log itself. */
export async function GET(request: Request): Promise<Response> {
  const { format = 'csv', ...words } = Object.fromEntries(new URL(request.url).searchParams);
  const filter = auditFilterOf(words);
  if (filter === null || (format !== 'csv' && format !== 'jsonl'))
    return new Response('The filter or the format makes no sense: csv and jsonl are known.', { status: 400 });
  const asked = { person: await currentPerson(), params: {}, from: originOf(request.headers), details: { ...words } };
  return await download('/api/audit', asked, async ({ services: { pool }, reach }) =>
    auditFileOf(pool, { filter, projectIds: reach.projects }, format),
  );
}
