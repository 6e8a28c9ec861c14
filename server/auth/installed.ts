import { services } from '#server/api/services.ts';
import { removeExpired } from '#server/store/people/remove-expired.ts';
import { endExpiredRunnerIdentities } from '#server/store/people/runner-identities.ts';
import { type Auth, createAuth } from './auth.ts';
import { type AuthSettings, authSettings } from './settings.ts';
import { sessionTunables } from './tunables.ts';

interface InstalledAuth {
  readonly auth: Auth;
  readonly settings: AuthSettings;
}

/** Next bundles a module several times over, so what must exist once per process hangs on the process. */
const shared = globalThis as typeof globalThis & { firmloopAuth?: InstalledAuth };

/** How people sign in to this process. */
export function installedAuth(): InstalledAuth {
  shared.firmloopAuth ??= open();
  return shared.firmloopAuth;
}

function open(): InstalledAuth {
  const { pool, prisma, home } = services();
  const settings = authSettings(process.env);
  const sweep = () => void Promise.allSettled([removeExpired(pool), endExpiredRunnerIdentities(pool)]);
  sweep();
  setInterval(sweep, sessionTunables.sweepEveryMs).unref();
  return { auth: createAuth({ pool, prisma, home }, settings), settings };
}
