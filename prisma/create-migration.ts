import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestServer } from '#server/testing/test-server.ts';
import { migrationsFolder, readMigrations } from './migrations-folder.ts';
import { openSchemaEngine } from './schema-engine.ts';

/**
 * `npm run migration -- NAME`: writes the SQL that leads from the migrations so far to schema.prisma into a new
 * migration folder. The engine replays the migrations on a throw-away server. Read the result before committing it.
 */
async function createMigration(name: string): Promise<string> {
  const schema = join(import.meta.dirname, 'schema.prisma');
  const server = await createTestServer();
  try {
    const engine = await openSchemaEngine(server.databaseUrl);
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrations(migrationsFolder)) },
      to: { tag: 'schemaDatamodel', files: [{ path: schema, content: await readFile(schema, 'utf8') }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const folder = join(migrationsFolder, `${timestamp(new Date())}_${name}`);
    await mkdir(folder);
    await writeFile(join(folder, 'migration.sql'), stdout ?? '');
    return folder;
  } finally {
    await server.stop();
  }
}

/** `20261127093000`: the way Prisma orders migrations. */
function timestamp(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 14);
}

const [name] = process.argv.slice(2);
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  process.stderr.write('Usage: npm run migration -- NAME (lower-case letters, digits and _)\n');
  process.exitCode = 2;
} else {
  process.stdout.write(`${await createMigration(name)}\n`);
}
