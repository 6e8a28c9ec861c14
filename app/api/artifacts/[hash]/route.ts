import { download } from '#server/api/download.ts';
import { originOf } from '#server/api/origin.ts';
import { artifactForDownload } from '#server/store/pages/artifact-list.ts';
import { currentPerson } from '../../../_lib/session.ts';

type Context = { params: Promise<{ hash: string }> };

/** An artifact's bytes as they are stored. Never drawn by the browser: what comes from a firmware's build is not to be trusted. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = { person: await currentPerson(), params: await params, from: originOf(request.headers) };
  return await download('/api/artifacts/[hash]', asked, async ({ services: { prisma, artifacts }, reach }) => {
    const { hash } = asked.params;
    const found = await artifactForDownload(prisma, hash, reach.projects);
    if (found === null) return new Response('There is no such artifact.', { status: 404 });
    const name = found.uses[0]?.name ?? hash;
    const readable = /^text\/|json/.test(found.mediaType);
    return new Response(new Uint8Array(await artifacts.get(hash)), {
      headers: {
        'content-type': readable ? 'text/plain; charset=utf-8' : 'application/octet-stream',
        'content-disposition': `${readable ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name.replaceAll('/', '-'))}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-cache',
      },
    });
  });
}
