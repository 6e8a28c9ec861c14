import type { PrismaClient } from '#server/db/prisma.ts';

export interface TraceRange {
  readonly runId: string;
  /** Transitions with a greater number, the oldest of them first cut off at the limit. */
  readonly after?: number | undefined;
  /** Transitions with a smaller number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Transitions of a run in order: those after a number, else the newest before a number, else the newest of all. */
export async function tracePage(prisma: PrismaClient, { runId, after, before, limit }: TraceRange) {
  const forward = after !== undefined;
  const rows = await prisma.transition.findMany({
    where: { runId, seq: { ...(forward && { gt: after }), ...(before !== undefined && { lt: before }) } },
    orderBy: { seq: forward ? 'asc' : 'desc' },
    take: limit,
  });
  return forward ? rows : rows.reverse();
}
