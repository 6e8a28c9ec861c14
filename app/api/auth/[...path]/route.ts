import { services } from '#server/api/services.ts';
import { answerAuth } from '#server/auth/auth-door.ts';
import { installedAuth } from '#server/auth/installed.ts';
import { boundedRequest, signInBytes } from '#server/uploads/bounded-request.ts';

/** Signing in and out, and where a provider sends a browser back to. */
async function handle(request: Request): Promise<Response> {
  const bounded = await boundedRequest(request, signInBytes);
  if (bounded instanceof Response) return bounded;
  return await answerAuth({ auth: installedAuth().auth, pool: services().pool }, bounded);
}

export { handle as GET, handle as POST };
