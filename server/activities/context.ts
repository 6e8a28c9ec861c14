import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import type { ArtifactStore } from '#server/artifacts/artifact-store.ts';
import type { LogWriter } from '#server/artifacts/log-writer.ts';
import type { Redact } from '#server/artifacts/redaction.ts';
import type { Unwritten } from '#server/engine/unwritten.ts';
import type { CommandOptions } from '#server/process/command.ts';
import type { PlacedResultSet } from '#server/store/placed-results.ts';

/** What every activity of a runner shares. */
export interface ActivityHost {
  readonly hostId: string;
  /** Data folder of this host: worktrees, private clones. */
  readonly home: string;
  readonly pool: Pool;
  readonly watchdog: NonNullable<CommandOptions['watchdog']>;
  readonly artifacts: ArtifactStore;
  readonly redact: Redact;
}

/** What one attempt is given besides its input. */
export interface ActivityContext {
  readonly host: ActivityHost;
  readonly runId: string;
  readonly projectId: string;
  /** Also the marker that each of its child processes carries. */
  readonly activityId: string;
  /** The activity whose end is not stored yet when this one begins; its commands carry that mark as well. */
  readonly aheadOf?: string;
  readonly iteration: number;
  readonly attempt: number;
  /** Aborted when the activity is cancelled, out of time, or the runner is fenced. */
  readonly signal: AbortSignal;
  /**
   * Settled once the step that begins this activity is written and has given it to this runner; rejects when that is not to
   * be. Before it an activity reads files and rows, asks git, and makes temporary files that go again; it changes nothing that
   * others see, and asks nobody. Log and artifacts wait for it by themselves, commands for `mayChangeTree`; what is put
   * `withEnd` need not, since it counts only with the end.
   */
  readonly confirmed: PromiseLike<void>;
  /**
   * Settled once the activity may change the run's worktree, and run commands there that change nothing else. That is at
   * once where it is all that the run is at and may be done again: should `confirmed` reject, it is stopped, and nobody goes
   * on with the run before it has ended. Else it is `confirmed`.
   */
  readonly mayChangeTree: PromiseLike<void>;
  /**
   * What the run has left and is not written yet. What it has filed is read through `filed.ts`, which knows of it, so that an
   * activity that begins ahead need not wait for `confirmed` to read it.
   */
  readonly unwritten: Unwritten;
  /** Takes a measurement that is stored with the activity's end, and lost with it. */
  keepResults(set: PlacedResultSet): void;
  /** Says that the activity has stored rows of its run by itself, which this process does not know of. Artifacts do so. */
  stored(): void;
  /**
   * Takes what is done once the next activity has begun, or at once after an end that is not confirmed yet. Nobody is told of
   * the end before what it gives is settled, and where that fails the activity has failed. To wait for `confirmed` there makes
   * what has followed such an end be done anew.
   */
  meanwhile(work: () => Promise<void>): void;
  readonly log: LogWriter;
}

/** Trouble that the machine must answer. `code` is one of its error classes; the engine retries idempotent work first unless `final`. */
export class ActivityFailure extends Error {
  readonly code: string;
  readonly details: Json;
  readonly final: boolean;

  constructor(code: string, message: string, options: { details?: Json; final?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ActivityFailure';
    this.code = code;
    this.details = options.details ?? null;
    this.final = options.final ?? false;
  }
}

/**
 * When an activity may begin: once the step that begins it is written; ahead of that, since it waits itself for
 * `mayChangeTree` before it changes the run's tree and for `confirmed` before it changes anything else; or in that step,
 * since it is often over without either, and both are written together.
 */
export type Begins = 'confirmed' | 'ahead' | 'instant';

/** An activity as a runner sees it: contract and code, input and output unchecked. */
export interface RunnableActivity {
  readonly timeoutMs: number;
  readonly begins: Begins;
  /** One that begins ahead may also be over before the step that begins it is written, as the next one renews what it leaves in the tree. */
  readonly endsAhead?: boolean;
  /** Checks the input, does the work, checks the output. */
  readonly run: (input: Json, context: ActivityContext) => Promise<Json>;
}
