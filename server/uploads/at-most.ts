import { DomainError } from '#lib/errors.ts';

/** The same content; throws LIMIT as soon as it is more than so many bytes. */
export async function* atMost<Bytes extends Uint8Array>(
  content: AsyncIterable<Bytes>,
  mostBytes: number,
): AsyncGenerator<Bytes> {
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > mostBytes) throw new DomainError('LIMIT', `A file of results may have ${mostBytes} bytes.`);
    yield chunk;
  }
}
