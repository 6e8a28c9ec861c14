import type { PrismaClient } from '#server/db/prisma.ts';

/** Firmware of these projects (null: of all) that runs were launched for, the one used last first. */
export async function knownFirmware(
  prisma: PrismaClient,
  projectIds: readonly string[] | null,
): Promise<{ name: string; folder: string }[]> {
  const projects = await prisma.project.findMany({
    where: projectIds === null ? {} : { id: { in: [...projectIds] } },
    select: {
      name: true,
      repository: true,
      runs: { select: { createdAt: true }, orderBy: { createdAt: 'desc' }, take: 1 },
    },
    take: 200,
  });
  const last = (project: (typeof projects)[number]): number => project.runs[0]?.createdAt.getTime() ?? 0;
  return projects
    .sort((one, other) => last(other) - last(one))
    .map(({ name, repository }) => ({ name, folder: repository }));
}
