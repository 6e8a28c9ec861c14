import type { PrismaClient } from '#server/db/prisma.ts';

/** What a run has filed, newest iteration first. */
export async function artifactList(prisma: PrismaClient, runId: string) {
  return await prisma.runArtifact.findMany({
    where: { runId },
    include: { artifact: { select: { bytes: true, mediaType: true } } },
    orderBy: [{ iteration: 'desc' }, { kind: 'asc' }, { name: 'asc' }],
    take: 1_000,
  });
}

/** The newest artifact of a kind in exactly this iteration, or null. */
export async function artifactInIteration(
  prisma: PrismaClient,
  wanted: { runId: string; iteration: number; kind: string },
) {
  return await prisma.runArtifact.findFirst({
    where: wanted,
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
