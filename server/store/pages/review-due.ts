import type { PrismaClient } from '#server/db/prisma.ts';

/** When an open review ends unanswered; null when it may stay open, or its clock stands still. */
export async function reviewDue(prisma: PrismaClient, runId: string): Promise<Date | null> {
  const timer = await prisma.timer.findUnique({
    where: { runId_id: { runId, id: 'review due' } },
    select: { dueAt: true },
  });
  return timer?.dueAt ?? null;
}
