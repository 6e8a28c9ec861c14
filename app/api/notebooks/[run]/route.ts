import { download } from '#server/api/download.ts';
import { originOf } from '#server/api/origin.ts';
import { notebookFile } from '#server/api/workflows/notebook-file.ts';
import { currentPerson } from '../../../_lib/session.ts';

type Context = { params: Promise<{ run: string }> };

/** The notebook of a staged workflow as it stands, as a file. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = { person: await currentPerson(), params: await params, from: originOf(request.headers) };
  return await download('/api/notebooks/[run]', asked, async ({ services }) => {
    const file = await notebookFile(services, asked.params.run);
    if (file === null) return new Response('This run has no notebook.', { status: 404 });
    return new Response(file.text, {
      headers: {
        'content-type': 'application/x-ipynb+json',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-cache',
      },
    });
  });
}
