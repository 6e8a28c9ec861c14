import type { Json } from '#lib/engine/json.ts';
import type { NoticeKind } from './kinds.ts';

/** A notice with what it speaks of. Times in epoch milliseconds. */
export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly at: number;
  /** Who did it; null for the engine. */
  readonly actor: string | null;
  /** Whom it concerns; null: everybody. */
  readonly person: string | null;
  readonly project: string | null;
  readonly run: { readonly id: string; readonly number: number; readonly goal: string } | null;
  /** Number of the review. */
  readonly review: number | null;
  readonly data: { readonly [field: string]: Json };
}
