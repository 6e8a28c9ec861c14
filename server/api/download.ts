import type { Pool } from 'pg';
import type { Reach } from '#lib/access/reach.ts';
import type { Json } from '#lib/engine/json.ts';
import type { Person } from '#server/auth/person.ts';
import { writeAudit } from '#server/store/audit.ts';
import { admit } from './admit.ts';
import { answerError } from './answer-error.ts';
import { noteRefusal } from './note-refusal.ts';
import type { Origin } from './origin.ts';
import type { DownloadName } from './permissions.ts';
import { projectOfDownload } from './project-of-download.ts';
import { type Services, services } from './services.ts';

/** What a download works with once its reader has been let in. */
export interface Admitted {
  readonly services: Services;
  readonly person: Person;
  readonly reach: Reach;
}

/** Who asks for what, and from where. */
interface Asked {
  readonly person: Person | null;
  readonly params: Readonly<Record<string, string>>;
  readonly from: Origin;
  /** What else the audit log shall know. */
  readonly details?: Json | undefined;
}

/** Answers a download by the same table of rules as the procedures; `give` runs only for somebody who may have the thing. */
export async function download(
  door: DownloadName,
  { person, params, from, details }: Asked,
  give: (admitted: Admitted) => Promise<Response>,
): Promise<Response> {
  if (person === null) return new Response('Sign in first.', { status: 401 });
  const shared = services();
  try {
    const reach = await admit(shared.pool, person, door, params).catch((error: unknown) =>
      noteRefusal(shared.pool, { error, person, door, from }),
    );
    const given = await give({ services: shared, person, reach });
    if (given.ok) await noteDownload(shared.pool, { door, person, params, from, details });
    return given;
  } catch (error) {
    return answerError(error);
  }
}

/** Nothing has been sent yet: what is not in the audit log is not given away. */
async function noteDownload(
  pool: Pool,
  { door, person, params, from, details = {} }: Asked & { readonly door: DownloadName; readonly person: Person },
): Promise<void> {
  const [, , kind = ''] = door.split('/');
  const target = { targetKind: kind, targetId: Object.values(params)[0] ?? kind };
  const projectId = await projectOfDownload(pool, door, params);
  await writeAudit(pool, {
    actor: person.actor,
    action: `download.${kind}`,
    ...from,
    ...target,
    projectId,
    after: details,
  });
}
