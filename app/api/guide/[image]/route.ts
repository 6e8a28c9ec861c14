import { guideImage } from '#server/guide/guide.ts';

type Context = { params: Promise<{ image: string }> };

/** A picture of the guide: it shows the product on its own example, so everybody may see it. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const bytes = await guideImage((await params).image);
  if (bytes === null) return new Response('There is no such picture.', { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    },
  });
}
