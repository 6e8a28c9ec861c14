import type { TestProject } from 'vitest/node';
import { applyMigrations } from '#prisma/migrate.ts';
import { withClient } from '#server/database/connect.ts';
import { installBoss } from '#server/db/pgboss.ts';
import { createTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's maintenance database; `firmloop_template` there holds the migrated schema. */
    testServerUrl: string;
  }
}

/** One Postgres for all test files of the project, with the schema applied once to a template that each file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await createTestServer();
  await withClient(server.databaseUrl, (client) => client.query('create database firmloop_template'));
  const template = new URL(server.databaseUrl);
  template.pathname = '/firmloop_template';
  await applyMigrations(template.href);
  await installBoss(template.href);
  project.provide('testServerUrl', server.databaseUrl);
  return () => server.stop();
}
