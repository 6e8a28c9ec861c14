import type { PrismaClient } from '#server/db/prisma.ts';

/** Transitions of a run after a number, in order. */
export async function tracePage(prisma: PrismaClient, runId: string, after: number, limit: number) {
  return await prisma.transition.findMany({
    where: { runId, seq: { gt: after } },
    orderBy: { seq: 'asc' },
    take: limit,
  });
}
