/** Where a stage lies and where it leads: the base is measured by the same stages as every iteration. */
export interface Place {
  /** Dotted path of the parent, empty for a stage at the top. */
  readonly within: string;
  /** The state that follows when all went well. */
  readonly next: string;
}

export const recovery = '#ERROR_RECOVERY';
