import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError } from '#lib/errors.ts';
import { atMost } from './at-most.ts';

/** The content of a gzipped file as it comes. Throws BAD_INPUT for a damaged one, LIMIT for more than is taken. */
export async function* gunzipped(
  content: AsyncIterable<Uint8Array>,
  most: { readonly what: string; readonly mostBytes: number },
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // An error reaches whoever reads; here nothing is left to do.
  pipeline(Readable.from(content, { objectMode: false }), gunzip, () => undefined);
  try {
    yield* atMost(gunzip, most);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new DomainError('BAD_INPUT', `it is gzipped and damaged: ${why}`, { cause: error });
  } finally {
    gunzip.destroy();
  }
}
