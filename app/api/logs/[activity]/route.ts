import { download } from '#server/api/download.ts';
import { originOf } from '#server/api/origin.ts';
import { logOf } from '#server/store/log-chunks.ts';
import { currentPerson } from '../../../_lib/session.ts';

const chunksAtOnce = 16;

type Context = { params: Promise<{ activity: string }> };

/** The raw bytes of an activity's log, streamed from the database as they are read. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = { person: await currentPerson(), params: await params, from: originOf(request.headers) };
  return await download('/api/logs/[activity]', asked, async ({ services: { pool } }) => {
    let next = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const chunks = await logOf(pool, asked.params.activity, { n: next, limit: chunksAtOnce });
        if (chunks.length === 0) return controller.close();
        for (const chunk of chunks) controller.enqueue(new Uint8Array(chunk.data));
        next = (chunks.at(-1)?.n ?? next) + 1;
      },
    });
    return new Response(body, {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
      },
    });
  });
}
