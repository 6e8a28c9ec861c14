import type { PrismaClient } from '#server/db/prisma.ts';

/** What a run has filed until a time, or by now; newest iteration first. */
export async function artifactList(prisma: PrismaClient, runId: string, until: Date | null = null) {
  return await prisma.runArtifact.findMany({
    where: { runId, ...filedUntil(until) },
    include: { artifact: { select: { bytes: true, mediaType: true } } },
    orderBy: [{ iteration: 'desc' }, { kind: 'asc' }, { name: 'asc' }],
    take: 1_000,
  });
}

function filedUntil(until: Date | null) {
  return until === null ? {} : { createdAt: { lte: until } };
}

/** The newest artifact of a kind, or of that name, in exactly this iteration, filed until a time or by now; or null. */
export async function artifactInIteration(
  prisma: PrismaClient,
  { until, ...wanted }: { runId: string; iteration: number; kind: string; name?: string; until: Date | null },
) {
  return await prisma.runArtifact.findFirst({
    where: { ...wanted, ...filedUntil(until) },
    orderBy: { createdAt: 'desc' },
    select: { hash: true, name: true },
  });
}

/** Name and type under which one of these projects (null: any) filed a hash, for its download; null for an unknown one. */
export async function artifactForDownload(prisma: PrismaClient, hash: string, projectIds: readonly string[] | null) {
  return await prisma.artifact.findUnique({
    where: { hash },
    select: {
      mediaType: true,
      bytes: true,
      uses: {
        where: projectIds === null ? {} : { run: { projectId: { in: [...projectIds] } } },
        take: 1,
        select: { name: true, kind: true },
      },
    },
  });
}
