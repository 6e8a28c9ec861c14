/** What a call of the API may bring with it: the logs of a launch are the most. */
export const callBytes = 32 * 1024 * 1024;
/** What signing in needs. */
export const signInBytes = 64 * 1024;

/**
 * The request with its body read, or a 413 when that is more than `most` bytes. It is counted while it comes: who sends
 * more is cut off, whatever the headers said.
 */
export async function boundedRequest(request: Request, most: number): Promise<Request | Response> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return tooLarge(most);
  if (request.body === null) return request;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > most) return tooLarge(most);
    chunks.push(chunk);
  }
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body: Buffer.concat(chunks, length) });
}

function tooLarge(most: number): Response {
  return new Response(`That is too large: at most ${most.toLocaleString('en')} bytes are taken.`, { status: 413 });
}
