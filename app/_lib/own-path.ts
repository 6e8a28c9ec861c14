/** Where to go after signing in: a path of ours, never another site. */
export function ownPath(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/')) return '/';
  const url = URL.parse(next, 'http://here.invalid');
  return url?.host === 'here.invalid' ? `${url.pathname}${url.search}` : '/';
}
