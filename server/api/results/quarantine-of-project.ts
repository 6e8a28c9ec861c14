import type { Pool } from 'pg';
import { quarantineOf, type RepositoryQuarantine } from '#server/results/history/quarantine-of.ts';
import { repositoryOf } from '#server/store/project-named.ts';
import { tunables } from '../tunables.ts';

const known = new Map<string, { at: number; list: Promise<RepositoryQuarantine> }>();

/** The quarantine list of a project's firmware, where its repository lies on this host. */
export async function quarantineOfProject(pool: Pool, projectId: string): Promise<RepositoryQuarantine> {
  const found = known.get(projectId);
  if (found !== undefined && performance.now() - found.at < tunables.quarantineFresh) return await found.list;
  const list = repositoryOf(pool, projectId).then((repository) => quarantineOf(repository));
  known.set(projectId, { at: performance.now(), list });
  list.catch(() => known.delete(projectId));
  return await list;
}
