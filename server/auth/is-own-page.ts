/**
 * Whether a request that changes something comes from a page of this server. A browser names the page's origin with each
 * such request and lets no page change that; a proxy in front may have put its own name into `host`.
 */
export function isOwnPage(headers: Headers): boolean {
  const origin = URL.parse(headers.get('origin') ?? '');
  if (origin === null) return false;
  return origin.host === headers.get('host') || origin.host === headers.get('x-forwarded-host');
}
