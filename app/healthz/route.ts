/** Liveness only: the process answers. It never touches the database, whose restart must not restart the web server. */
export function GET(): Response {
  return new Response('ok\n', { headers: { 'cache-control': 'no-store' } });
}
