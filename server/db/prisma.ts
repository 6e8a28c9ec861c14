import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '#prisma/client/client.ts';
import { poolConfig } from './pool.ts';

/** The typed reader behind the pages. What moves a run goes through the engine's own SQL instead. */
export function openPrisma(databaseUrl: string, max: number): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(poolConfig(databaseUrl, { max, name: 'firmloop-pages' })) });
}

export type { PrismaClient };
