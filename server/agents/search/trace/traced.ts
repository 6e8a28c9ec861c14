import type { LineKey, TestTrace } from '#lib/repair/localise/spectrum.ts';

/** What the tests of a project executed. */
export interface Traced {
  readonly traces: readonly TestTrace[];
  /** Where the program stood when it died or was stopped. */
  readonly crashed: readonly LineKey[];
  /** Why nothing was traced; null when something was. */
  readonly lack: string | null;
}
