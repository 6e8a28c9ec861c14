import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DiffTarget } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { createTestServer } from '#server/testing/test-server.ts';
import { migrationsFolder } from './migrations-folder.ts';
import { withSchemaEngine } from './schema-engine.ts';

/**
 * `npm run migration -- NAME`: writes the SQL that leads from the committed schema.prisma to the one in the working
 * tree into a new migration folder. Read the result, add what Prisma cannot say, and commit it with the schema.
 */
async function createMigration(name: string): Promise<string> {
  const before = await committedSchema();
  const after = await readFile(join(import.meta.dirname, 'schema.prisma'), 'utf8');
  const sql = await difference(before, after);
  const folder = join(migrationsFolder, `${timestamp(new Date())}_${name}`);
  await mkdir(folder);
  await writeFile(join(folder, 'migration.sql'), sql);
  return folder;
}

async function committedSchema(): Promise<string> {
  const show = ['show', 'HEAD:./schema.prisma'];
  const { stdout } = await promisify(execFile)('git', show, { cwd: import.meta.dirname });
  return stdout;
}

/** The engine compares two schema files, but wants a database to speak to. */
async function difference(before: string, after: string): Promise<string> {
  const server = await createTestServer();
  const schema = (content: string): DiffTarget => ({
    tag: 'schemaDatamodel',
    files: [{ path: 'schema.prisma', content }],
  });
  const filters = { externalTables: [], externalEnums: [] };
  const params = { from: schema(before), to: schema(after), script: true, exitCode: null, filters };
  try {
    const { stdout } = await withSchemaEngine(server.databaseUrl, (engine) => engine.diff(params));
    return stdout ?? '';
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
