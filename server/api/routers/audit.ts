import { z } from 'zod';
import { changeInWords } from '#lib/audit/change-in-words.ts';
import { auditFilter } from '#lib/audit/filter.ts';
import { type AuditRow, auditPage } from '#server/store/audit-page.ts';
import { procedure, router } from '../trpc.ts';

const pageRows = 50;
const rowId = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

export const auditRouter = router({
  /** One page of what people did, newest first, with where the pages beside it begin. */
  page: procedure('audit.page')
    .input(z.strictObject({ filter: auditFilter.prefault({}), before: rowId.optional(), after: rowId.optional() }))
    .query(async ({ ctx: { services, reach }, input: { filter, ...place } }) => {
      const asked = { filter, projectIds: reach.projects };
      const rows = await auditPage(services.pool, { ...asked, ...place, limit: pageRows });
      const beside = async (where: { before?: number; after?: number }) =>
        (await auditPage(services.pool, { ...asked, ...where, limit: 1 })).length > 0;
      const [first, last] = [rows[0], rows.at(-1)];
      const [newer, older] = await Promise.all([
        first !== undefined && beside({ after: first.id }),
        last !== undefined && beside({ before: last.id }),
      ]);
      return {
        rows: rows.map(viewOf),
        newer: newer ? (first?.id ?? null) : null,
        older: older ? (last?.id ?? null) : null,
      };
    }),
});

function viewOf({ at, before, after, ...row }: AuditRow) {
  const href = row.run === null ? null : `/runs/${row.run}`;
  return { ...row, at: at.getTime(), href, change: changeInWords(before, after) };
}
