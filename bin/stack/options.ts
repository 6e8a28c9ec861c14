import { join, resolve } from 'node:path';
import { DomainError } from '#lib/errors.ts';
import { root } from './root.ts';

/** Where a stack keeps its data and is reached. */
export interface StackPlace {
  /** Folder with everything the stack stores. */
  readonly home: string;
  /** Address and port of the web server. */
  readonly host: string;
  readonly port: number;
  /** A server somebody else runs; without it the stack starts the embedded one. */
  readonly databaseUrl: string | undefined;
}

/** Reads `FIRMLOOP_HOME`, `HOST`, `PORT` and `DATABASE_URL`; an empty variable counts as not set. */
export function placeFromEnvironment(env: Readonly<Record<string, string | undefined>>): StackPlace {
  return {
    home: resolve(env.FIRMLOOP_HOME || join(root, '.firmloop')),
    host: env.HOST || '127.0.0.1',
    port: parsePort(env.PORT || '3000'),
    databaseUrl: env.DATABASE_URL ? checkDatabaseUrl(env.DATABASE_URL) : undefined,
  };
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new DomainError('BAD_INPUT', `PORT must be a number from 1 to 65535, but it is “${text}”.`);
}

function checkDatabaseUrl(text: string): string {
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text;
  throw new DomainError('BAD_INPUT', 'DATABASE_URL must look like postgresql://user:password@host:5432/database.');
}
