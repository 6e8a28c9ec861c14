import type { ActivityName } from '#lib/activities/registry.ts';
import type { EvidenceRef } from '#lib/engine/events.ts';
import { clip } from '#lib/format/clip.ts';
import type { Change } from '../context.ts';

/** Kinds of trouble that have a ladder of their own, spelled as the design spells them; NOTHING_LEFT is an agent that gave up. */
export const errorClasses = [
  'BUILD_FAILURE',
  'TOOLCHAIN_MISSING',
  'CONFIG_INVALID',
  'TEST_ENV_FAILURE',
  'TIMEOUT',
  'ARTIFACT_MISSING',
  'ANALYSIS_FAILURE',
  'MODEL_FAILURE',
  'NOTHING_LEFT',
  'POLICY_VIOLATION',
  'PATCH_APPLY_FAILURE',
  'REPEATED_PATCH',
  'INCONCLUSIVE_RESULT',
  'BUDGET_SPENT',
  'ACTIVITY_LOST',
  'UNHANDLED_EXCEPTION',
] as const;
export type ErrorClass = (typeof errorClasses)[number];

/** The design's `error_state`: what went wrong, and in which state. */
export interface Trouble {
  readonly kind: ErrorClass;
  /** Dotted path; for a TIMEOUT this is the design's `timeout_state`. */
  readonly from: string;
  readonly what: string;
  /** The state's activity may be run again with the same effect. */
  readonly idempotent: boolean;
  readonly evidence: readonly EvidenceRef[];
}

/** A failed activity as the engine delivers it. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Work that a board was in the middle of. */
const onBoards: ReadonlySet<ActivityName> = new Set<ActivityName>(['check-health', 'run-tests', 'reset-environment']);

/**
 * The class of an activity's failure: its own code where that is one, else something nobody planned. Work that was cut off
 * with a board is the board's trouble, not the patch's; a flash leaves any place with an image that nobody knows.
 */
export function classOf(failure: Failure, activity: ActivityName, board: string | null): ErrorClass {
  if (failure.code === 'ACTIVITY_LOST')
    return activity === 'deploy' || (board !== null && onBoards.has(activity)) ? 'TEST_ENV_FAILURE' : 'ACTIVITY_LOST';
  return errorClasses.find((known) => known === failure.code) ?? 'UNHANDLED_EXCEPTION';
}

/** The change that hands a trouble to `ERROR_RECOVERY`. */
export function troubled(kind: ErrorClass, from: string, what: string, more: Partial<Trouble> = {}): Change {
  return { trouble: { kind, from, what: clip(what, 300).text, idempotent: true, evidence: [], ...more } };
}
