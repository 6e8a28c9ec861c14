import { services } from '#server/api/services.ts';
import { answerAuth } from '#server/auth/auth-door.ts';
import { installedAuth } from '#server/auth/installed.ts';

/** Signing in and out, and where a provider sends a browser back to. */
const handle = (request: Request) => answerAuth({ auth: installedAuth().auth, pool: services().pool }, request);

export { handle as GET, handle as POST };
