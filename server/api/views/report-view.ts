import { z } from 'zod';
import { type RunRow, toneOfState } from './run-summary.ts';

const reportSchema = z.looseObject({
  final_status: z.string(),
  reason: z.string(),
  look_at_next: z.string().nullable(),
  branch: z.string().nullable(),
  branch_note: z.string().optional(),
  best: z.looseObject({ iteration: z.number(), passed: z.number(), total: z.number() }).nullable(),
  base: z.looseObject({ passed: z.number(), failed: z.number(), errors: z.number() }).nullable(),
  artifacts: z.looseObject({ patch_file: z.looseObject({ hash: z.string() }).nullable() }),
});

/** The hash of the diff from the base to the best tree; null where an ended run left none. */
export function patchFileOf(report: unknown): string | null {
  return reportSchema.safeParse(report).data?.artifacts.patch_file?.hash ?? null;
}

/** How an ended run ended; null while it goes on or is being wrapped up. */
export function reportView(run: Omit<RunRow, 'stateValue'> & { readonly report: unknown }, keepsPatch: boolean) {
  const parsed = reportSchema.safeParse(run.report);
  if (!parsed.success || run.finishedAt === null) return null;
  const { data } = parsed;
  const baseTotal = data.base === null ? 0 : data.base.passed + data.base.failed + data.base.errors;
  return {
    status: data.final_status,
    tone: toneOfState(run.machine, run.state, run.outcome),
    reason: data.reason,
    measures: run.machine === 'firmware-loop',
    next: data.look_at_next === null ? [] : [data.look_at_next],
    branch: data.branch,
    patch: data.artifacts.patch_file === null ? null : patchView(data.artifacts.patch_file.hash, keepsPatch),
    command: data.branch === null ? null : `git switch ${data.branch}`,
    bestIteration: data.best?.iteration ?? null,
    passRate: data.best === null || data.best.total === 0 ? null : data.best.passed / data.best.total,
    baseRate: data.base === null || baseTotal === 0 ? null : data.base.passed / baseTotal,
    duration: run.finishedAt.getTime() - run.createdAt.getTime(),
    cost: null,
  };
}

/** Without an address where the rules of retention have removed it. */
function patchView(hash: string, isKept: boolean): { readonly href: string | null } {
  return { href: isKept ? `/api/artifacts/${hash}` : null };
}
