import type { Pool } from 'pg';
import { csvLine } from '#lib/format/csv.ts';
import { type AuditAsked, type AuditRow, auditPage } from '#server/store/audit-page.ts';

/** Rows that are read at once; a file of any length takes no more memory. */
const rowsAtOnce = 1_000;

const columns = ['id', 'at', 'actor', 'action', 'kind', 'target', 'project', 'door', 'address', 'before', 'after'];

const formats = {
  csv: { type: 'text/csv; charset=utf-8', head: csvLine(columns), line: (row: AuditRow) => csvLine(cellsOf(row)) },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (row: AuditRow) => `${JSON.stringify({ ...row, at: row.at.toISOString() })}\n`,
  },
} as const;

/** The rows that match as a file that is written while it is read, newest first. */
export function auditFileOf(
  pool: Pool,
  asked: Pick<AuditAsked, 'filter' | 'projectIds'>,
  format: keyof typeof formats,
): Response {
  const { type, head, line } = formats[format];
  const encoder = new TextEncoder();
  let before: number | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      const rows = await auditPage(pool, { ...asked, before, limit: rowsAtOnce });
      before = rows.at(-1)?.id;
      if (before === undefined) return controller.close();
      controller.enqueue(encoder.encode(rows.map(line).join('')));
    },
  });
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="audit.${format}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

function cellsOf({ id, at, targetKind, targetId, before, after, ...row }: AuditRow) {
  const thing = [targetKind, row.run === null ? targetId : `#${row.run}`];
  const json = [before, after].map((value) => (value === null ? null : JSON.stringify(value)));
  return [id, at.toISOString(), row.actor, row.action, ...thing, row.project, row.door, row.address, ...json];
}
