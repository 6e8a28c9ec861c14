import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import type { Person } from '#server/auth/person.ts';
import { writeAudit } from '#server/store/audit.ts';
import type { Origin } from './origin.ts';
import type { DoorName } from './permissions.ts';

/** Whoever knocks at a door that their role does not open stands in the audit log; then the refusal goes on its way. */
export async function noteRefusal(
  pool: Pool,
  { error, person, door, from }: { error: unknown; person: Person; door: DoorName; from: Origin },
): Promise<never> {
  if (error instanceof DomainError && error.code === 'FORBIDDEN')
    await writeAudit(pool, {
      actor: person.actor,
      action: 'access.refuse',
      targetKind: 'door',
      targetId: door,
      ...from,
    });
  throw error;
}
