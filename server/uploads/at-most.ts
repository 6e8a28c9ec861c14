import { DomainError } from '#lib/errors.ts';

/** The same content; throws LIMIT, naming `what` it is, as soon as it is more than so many bytes. */
export async function* atMost<Bytes extends Uint8Array>(
  content: AsyncIterable<Bytes>,
  { what, mostBytes }: { readonly what: string; readonly mostBytes: number },
): AsyncGenerator<Bytes> {
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > mostBytes) throw new DomainError('LIMIT', `${what} may have ${mostBytes.toLocaleString('en')} bytes.`);
    yield chunk;
  }
}
