import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';
import { type Hint, tell } from './tell.ts';

/** The activity whose end the event is: it must still be in the status that the sender believes, else it is fenced. */
export interface Finish {
  readonly activityId: string;
  /** Whose result it is: one of a runner that has been declared dead is fenced. Left out by those who take over. */
  readonly runnerId?: string;
  readonly from: 'running' | 'lost';
  readonly status: 'done' | 'failed' | 'lost';
  readonly output: Json;
  readonly error: Json;
}

/** A runner with a free hand that would take the next activity of the run itself. */
export interface Claim {
  readonly runnerId: string;
  readonly hostId: string;
}

export type Applied =
  | {
      readonly result: 'applied';
      readonly seq: number;
      /** Activities that the claiming runner now holds. */
      readonly claimed: readonly string[];
      /** Cancelled activities that nobody was working on. */
      readonly idle: readonly { readonly invokeId: string; readonly visit: number }[];
      readonly pending: boolean;
      readonly hints: readonly Hint[];
    }
  | { readonly result: 'repeated'; readonly fate: string; readonly reason: string | null; readonly seq: number | null }
  | { readonly result: 'moved' | 'fenced' | 'missing' };

/** Calls `apply_step`: everything that one event changes, in one transaction, if the run still stands at `expectedSeq`. */
export async function applyStep(pool: Pool, runId: string, expectedSeq: number, payload: Json): Promise<Applied> {
  const { rows } = await pool.query({
    name: 'apply-step',
    text: 'SELECT apply_step($1, $2, $3::jsonb) AS applied',
    values: [runId, expectedSeq, jsonb(payload)],
  });
  const { applied } = rows[0] as { applied: Applied };
  if (applied.result === 'applied') tell(pool, applied.hints);
  return applied;
}
