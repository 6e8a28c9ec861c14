import type { Envelope } from '#lib/engine/envelope.ts';
import type { PrdContext } from '#lib/machines/prd-agent/context.ts';
import { mostAttempts } from '#lib/machines/prd-agent/tunables.ts';
import { writeActiveContext } from '#lib/prd/active-context.ts';
import type { Prd } from '#lib/prd/prd.ts';
import { progressOf, type SessionRecords } from '#lib/prd/progress.ts';
import { type Removed, remaining } from './unless-removed.ts';

interface RunOfSession {
  readonly id: string;
  readonly state: string;
  readonly snapshot: unknown;
}

/** The hash of the document that a session stands on; null before there is one. */
export function documentOf(run: Pick<RunOfSession, 'snapshot'>): string | null {
  return contextOf(run).prd?.prdId ?? null;
}

/** A session as its page shows it. */
export function sessionView(run: RunOfSession, document: Prd | Removed | null, records: SessionRecords) {
  const context = contextOf(run);
  const progress = progressOf({ id: run.id, state: run.state, context }, records);
  const { session_id, task_status, auto_fix_attempts, last_checkpoint } = progress;
  return {
    progress,
    prdId: context.prd?.prdId ?? null,
    /** How often it has been changed before it was confirmed. */
    version: context.modifications + 1,
    document: remaining(document),
    /** There was one, and the rules of retention have removed it. */
    isDocumentRemoved: document === 'removed',
    mostAttempts,
    /** `active_context.md` as it is written for where the session stands. */
    file: writeActiveContext(
      { session_id, task_status, auto_fix_attempts, last_checkpoint },
      { requirement: context.requirement, title: progress.title, tasks: progress.tasks },
    ),
  };
}

function contextOf({ snapshot }: Pick<RunOfSession, 'snapshot'>): PrdContext {
  return (snapshot as Envelope).context as unknown as PrdContext;
}
