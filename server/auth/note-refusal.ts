import type { Pool } from 'pg';
import { z } from 'zod';
import { clip } from '#lib/format/clip.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { writeAudit } from '#server/store/audit.ts';
import { clientAddress } from './client-address.ts';

/** Statuses of somebody who was not let in. One who is told to wait (429) has been noted often enough. */
const refused = [400, 401, 403, 409];
const longestName = 200;

/** Writes down an attempt to sign in that failed: which door, and the address that was given. Never what else was typed. */
export async function noteRefusal(
  pool: Pool,
  asked: { headers: Headers; path: string; body: unknown },
  answer: Response,
) {
  const failedAtProvider = /[?&]error=/.test(answer.headers.get('location') ?? '');
  if (!refused.includes(answer.status) && !failedAtProvider) return;
  const named = z.object({ email: z.string() }).safeParse(asked.body);
  await writeAudit(pool, {
    actor: named.success ? clip(wellFormed(named.data.email), longestName).text : 'somebody',
    action: 'session.refuse',
    targetKind: 'door',
    targetId: asked.path,
    door: 'web',
    address: clientAddress(asked.headers),
    after: { status: answer.status },
  });
}
