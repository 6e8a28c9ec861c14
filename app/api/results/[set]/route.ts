import { services } from '#server/api/services.ts';
import { testsOf } from '#server/store/results.ts';
import { currentPerson } from '../../../_lib/session.ts';

/** Every test of one measurement, as JSON to keep or to work on. */
export async function GET(_request: Request, { params }: { params: Promise<{ set: string }> }): Promise<Response> {
  if ((await currentPerson()) === null) return new Response('Sign in first.', { status: 401 });
  const { set } = await params;
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(set)) {
    return new Response('Those are no results.', { status: 404 });
  }
  const tests = await testsOf(services().pool, set);
  if (tests.length === 0) return new Response('There are no such results.', { status: 404 });
  return new Response(`${JSON.stringify(tests, null, 1)}\n`, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="results-${set.slice(0, 8)}.json"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
