import type { PrismaClient } from '#server/db/prisma.ts';

export interface RunListFilter {
  readonly limit: number;
  /** Runs with a smaller number. */
  readonly before?: number | undefined;
  readonly live?: boolean | undefined;
  readonly projectId?: string | undefined;
  readonly text?: string | undefined;
}

/** Runs, newest first. */
export async function runList(prisma: PrismaClient, filter: RunListFilter) {
  const { limit, before, live, projectId, text } = filter;
  return await prisma.run.findMany({
    where: {
      ...(before === undefined ? {} : { number: { lt: before } }),
      ...(live === undefined ? {} : { status: live ? { not: 'finished' } : 'finished' }),
      ...(projectId === undefined ? {} : { projectId }),
      ...(text === undefined || text === ''
        ? {}
        : {
            OR: [
              { title: { contains: text, mode: 'insensitive' } },
              { project: { name: { contains: text, mode: 'insensitive' } } },
            ],
          }),
    },
    orderBy: { number: 'desc' },
    take: limit,
    omit: { snapshot: true, report: true },
    include: { project: { select: { name: true } } },
  });
}
