import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { appRouter } from '#server/api/app-router.ts';
import { services } from '#server/api/services.ts';
import { currentPerson } from '../../../_lib/session.ts';

export const dynamic = 'force-dynamic';

async function handle(request: Request): Promise<Response> {
  return await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    createContext: async () => ({ services: services(), person: await currentPerson() }),
    onError: ({ error, path }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR')
        process.stderr.write(`${path ?? '?'}: ${error.stack ?? error.message}\n`);
    },
  });
}

export { handle as GET, handle as POST };
