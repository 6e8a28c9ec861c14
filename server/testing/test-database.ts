import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { withClient } from '#server/database/connect.ts';

/** A migrated, empty database of its own. */
export interface TestDatabase {
  readonly databaseUrl: string;
  /** Removes it, cutting off whoever is still connected. */
  drop(): Promise<void>;
}

/** Clones the migrated template: each test file calls this once, so files never see each other's rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServerUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(server, (client) => client.query(`create database ${name} template firmloop_template`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    async drop() {
      await withClient(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}
