import { DomainError } from '#lib/errors.ts';
import type { PrismaClient } from '#server/db/prisma.ts';

/** One run with its project and what it is doing now. Accepts an id or the run's number. Throws NOT_FOUND. */
export async function runPage(prisma: PrismaClient, run: string) {
  const where = /^\d{1,9}$/.test(run) ? { number: Number(run) } : { id: run };
  const isId = 'number' in where || /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(run);
  const row = isId
    ? await prisma.run.findUnique({
        where: where as { number: number },
        include: {
          project: { select: { name: true, repository: true } },
          forkedFrom: { select: { number: true } },
          activities: {
            where: { status: { in: ['held', 'backoff', 'queued', 'running', 'cancelling'] } },
            select: { id: true, name: true, status: true, attempt: true, startedAt: true },
          },
        },
      })
    : null;
  if (row === null)
    throw new DomainError('NOT_FOUND', `There is no run ${run}.`, { next: 'Look for it in the list of runs.' });
  return row;
}
