/** Where to go after signing in, as the address says once: a path of ours, never another site. */
export function ownPath(next: string | readonly string[] | undefined): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  const url = URL.parse(next, 'http://here.invalid');
  // Of `/..//host` a path is left that begins with two slashes, which a browser takes for another host.
  if (url?.host !== 'here.invalid' || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}`;
}
