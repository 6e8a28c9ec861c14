import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * Opens Prisma's own schema engine on a database for one piece of work, without the native program that its command
 * line would download, and closes every connection afterwards.
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  work: (engine: bindings.SchemaEngine) => Promise<T>,
): Promise<T> {
  await instantiate();
  const { factory, dispose } = openAdapters(databaseUrl);
  try {
    const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, ignoreLog, factory);
    return await work(engine);
  } finally {
    await dispose();
  }
}

const ignoreLog = (): void => undefined;

type PgAdapter = Awaited<ReturnType<PrismaPg['connect']>>;

function openAdapters(databaseUrl: string) {
  // One connection, because the engine's advisory lock belongs to the connection that took it.
  const pg = new PrismaPg({ connectionString: databaseUrl, max: 1 });
  let main: PgAdapter | undefined;
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: pg.provider,
    adapterName: pg.adapterName,
    connect: async () => {
      main = sendingWholeScripts(await pg.connect());
      return main;
    },
    // The engine itself ends this one, and removes its database.
    connectToShadowDb: async () => sendingWholeScripts(await pg.connectToShadowDb()),
  });
  return { factory, dispose: async () => await main?.dispose() };
}

/** The adapter splits a script at each semicolon, which breaks the bodies of functions; the server splits correctly. */
function sendingWholeScripts(adapter: PgAdapter): PgAdapter {
  adapter.executeScript = async (script) => {
    await adapter.underlyingDriver().query(script);
  };
  return adapter;
}

let instantiated: Promise<void> | undefined;

function instantiate(): Promise<void> {
  instantiated ??= load();
  return instantiated;
}

/** The package is made for bundlers, so its WebAssembly module is instantiated by hand. */
async function load(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(join(entry, '..', 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...bindings } });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function') throw new Error('the schema engine has no __wbindgen_start: wrong package version');
  start();
}
