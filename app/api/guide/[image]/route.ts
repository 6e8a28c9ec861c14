import { guideImage } from '#server/guide/guide.ts';
import { currentPerson } from '../../../_lib/session.ts';

type Context = { params: Promise<{ image: string }> };

/** A picture of the guide, for everybody who has signed in: it shows the product on its own example. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  if ((await currentPerson()) === null) return new Response('Sign in first.', { status: 401 });
  const bytes = await guideImage((await params).image);
  if (bytes === null) return new Response('There is no such picture.', { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'image/png',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
    },
  });
}
