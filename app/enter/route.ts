import { services } from '#server/api/services.ts';
import { answerEnter } from '#server/auth/enter-door.ts';
import { installedAuth } from '#server/auth/installed.ts';

/** The link that `npm start` prints. */
async function handle(request: Request): Promise<Response> {
  return await answerEnter({ auth: installedAuth().auth, pool: services().pool }, request);
}

export { handle as GET, handle as HEAD };
