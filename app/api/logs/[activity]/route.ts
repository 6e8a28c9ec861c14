import { services } from '#server/api/services.ts';
import { hasActivity, logOf } from '#server/store/log-chunks.ts';
import { currentPerson } from '../../../_lib/session.ts';

const chunksAtOnce = 16;

/** The raw bytes of an activity's log, streamed from the database as they are read. */
export async function GET(_request: Request, { params }: { params: Promise<{ activity: string }> }): Promise<Response> {
  if ((await currentPerson()) === null) return new Response('Sign in first.', { status: 401 });
  const { activity } = await params;
  const { pool } = services();
  const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(activity);
  if (!isId || !(await hasActivity(pool, activity))) return new Response('That is no log.', { status: 404 });
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunks = await logOf(pool, activity, { n: next, limit: chunksAtOnce });
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
}
