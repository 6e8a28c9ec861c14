import type { PrismaClient } from '#server/db/prisma.ts';

export interface RunListFilter {
  readonly limit: number;
  /** Runs with a smaller number. */
  readonly before?: number | undefined;
  readonly live?: boolean | undefined;
  readonly projectId?: string | undefined;
  /** A part of the goal or the project's name, or a number as in `#142`. */
  readonly text?: string | undefined;
}

/** Runs, newest first. */
export async function runList(prisma: PrismaClient, filter: RunListFilter) {
  const { limit, before, live, projectId, text } = filter;
  const [, number] = /#?(\d{1,9})$/.exec(text ?? '') ?? [];
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
              ...(number === undefined ? [] : [{ number: Number(number) }]),
            ],
          }),
    },
    orderBy: { number: 'desc' },
    take: limit,
    omit: { snapshot: true, report: true },
    include: { project: { select: { name: true } } },
  });
}
