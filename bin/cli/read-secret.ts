import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { DomainError } from '#lib/errors.ts';
import { readInput } from './read-input.ts';

/** One secret from stdin, without the line end; typed at a terminal it is not shown. Throws BAD_INPUT when none comes. */
export async function readSecret(what: string): Promise<string> {
  const secret = process.stdin.isTTY ? await typed(what) : await readInput('-', what);
  if (secret.trim() === '') throw new DomainError('BAD_INPUT', `No ${what} came on stdin.`);
  return secret.trim();
}

async function typed(what: string): Promise<string> {
  process.stderr.write(`${what} (not shown): `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const given = new Promise<string>((resolve) => reader.once('close', () => resolve('')).once('line', resolve));
  reader.once('SIGINT', () => reader.close());
  const secret = await given;
  reader.close();
  process.stderr.write('\n');
  return secret;
}
