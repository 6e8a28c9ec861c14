import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * Opens Prisma's own schema engine on a database, without the native program that its command line would download.
 * The package is made for bundlers, so the WebAssembly module is instantiated by hand.
 */
export async function openSchemaEngine(databaseUrl: string): Promise<bindings.SchemaEngine> {
  await instantiate();
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: databaseUrl }));
  return await bindings.SchemaEngine.new({ datamodels: undefined }, ignoreLog, adapter);
}

const ignoreLog = (): void => undefined;

let instantiated: Promise<void> | undefined;

function instantiate(): Promise<void> {
  instantiated ??= load();
  return instantiated;
}

async function load(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(join(entry, '..', 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...bindings } });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function') throw new Error('the schema engine has no __wbindgen_start: wrong package version');
  start();
}
