import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type AgentConfig, agentsSection } from '#lib/config/sections/agents.ts';
import { createRedaction } from '#server/artifacts/redaction.ts';
import { openPool } from '#server/db/pool.ts';
import { type ModelServer, type Script, startModelServer } from '#server/testing/model-server/model-server.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { keyRing } from '#server/vault/key-ring.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { type Files, writeFiles } from '#server/workspace/testing.ts';
import type { AgentCall } from './task-agent.ts';

/** A database for all tests of a file. */
export function poolForFile(): () => Pool {
  let database: TestDatabase | undefined;
  let pool: Pool | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = openPool(database.databaseUrl, { max: 4, name: 'agents-test' });
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });
  return () => {
    if (pool === undefined) throw new Error('the database is not up yet');
    return pool;
  };
}

/** A server with this script, gone when the test ends. */
export async function modelServer(script: Script): Promise<ModelServer> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return server;
}

/** An agent as the project file would have it, with the defaults filled in. */
export function agentConfig<Use extends AgentConfig['use']>(
  written: { readonly use: Use } & Readonly<Record<string, unknown>>,
): Extract<AgentConfig, { use: Use }> {
  const [config] = agentsSection.parse([written]);
  return config as Extract<AgentConfig, { use: Use }>;
}

/** What an agent was given, and what it said while it worked. */
export interface TestCall<Config extends AgentConfig> {
  readonly call: AgentCall<Config>;
  readonly folder: string;
  readonly lines: string[];
  read(path: string): string;
  abort(): void;
}

/** A call in a folder with these files; its log is kept. */
export function callOf<Config extends AgentConfig>(
  pool: Pool,
  config: Config,
  { files = {}, asked = 0, secrets = [] }: { files?: Files; asked?: number; secrets?: readonly string[] } = {},
): TestCall<Config> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'firmloop-agent-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'tree');
  writeFiles(root, files);
  const lines: string[] = [];
  const stop = new AbortController();
  const redact = createRedaction(secrets);
  const call: AgentCall<Config> = {
    config,
    asked,
    tree: async () => ({
      root,
      directory: root,
      sandbox: { worktree: root, network: false, whenMissing: 'run-bare' },
    }),
    readFile: async (path) => {
      const text = files[path];
      return typeof text === 'string' ? text : null;
    },
    activityId: `call-${lines.length}-${folder.slice(-6)}`,
    home: folder,
    watchdog: idleWatchdog,
    pool,
    keys: keyRing({ pool, vault: vaultAt(folder), redact }),
    redact,
    signal: stop.signal,
    log: {
      write: (_, bytes) => void lines.push(bytes.toString('utf8')),
      say: (text) => void lines.push(text),
      close: async () => [],
    },
  };
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return { call, folder: root, lines, read, abort: () => stop.abort() };
}

/** Nothing here outlives a test: its commands have limits of their own. */
const idleWatchdog: AgentCall['watchdog'] = {
  pid: () => undefined,
  register: () => undefined,
  unregister: () => undefined,
  hasKilled: () => false,
  renew: () => undefined,
  stop: async () => undefined,
};
