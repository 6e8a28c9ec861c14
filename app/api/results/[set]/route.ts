import { download } from '#server/api/download.ts';
import { originOf } from '#server/api/origin.ts';
import { testsOf } from '#server/store/results.ts';
import { currentPerson } from '../../../_lib/session.ts';

type Context = { params: Promise<{ set: string }> };

/** Every test of one measurement, as JSON to keep or to work on. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = { person: await currentPerson(), params: await params, from: originOf(request.headers) };
  return await download('/api/results/[set]', asked, async ({ services: { pool } }) => {
    const { set } = asked.params;
    const tests = await testsOf(pool, set);
    if (tests.length === 0) return new Response('There are no such results.', { status: 404 });
    return new Response(`${JSON.stringify(tests, null, 1)}\n`, {
      headers: {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="results-${set.slice(0, 8)}.json"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    });
  });
}
