/**
 * Where a request comes from, as far as that is known: Next notes the socket's address unless a proxy in front has named
 * the client. Somebody who reaches the server without that proxy can name any, so it is shown and never relied on.
 */
export function clientAddress(headers: Headers): string | null {
  const first = headers.get('x-forwarded-for')?.split(',')[0]?.trim();
  return first === undefined || first === '' || first.length > 60 ? null : first;
}
