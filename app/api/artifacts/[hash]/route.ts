import { services } from '#server/api/services.ts';
import { artifactForDownload } from '#server/store/pages/artifact-list.ts';
import { currentPerson } from '../../../_lib/session.ts';

/** An artifact's bytes as they are stored. Never drawn by the browser: what comes from a firmware's build is not to be trusted. */
export async function GET(_request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  if ((await currentPerson()) === null) return new Response('Sign in first.', { status: 401 });
  const { hash } = await params;
  if (!/^[0-9a-f]{64}$/.test(hash)) return new Response('That is no artifact.', { status: 404 });
  const { prisma, artifacts } = services();
  const found = await artifactForDownload(prisma, hash);
  if (found === null) return new Response('There is no such artifact.', { status: 404 });
  const name = found.uses[0]?.name ?? hash;
  const readable = /^text\/|json/.test(found.mediaType);
  return new Response(new Uint8Array(await artifacts.get(hash)), {
    headers: {
      'content-type': readable ? 'text/plain; charset=utf-8' : 'application/octet-stream',
      'content-disposition': `${readable ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name.replaceAll('/', '-'))}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    },
  });
}
