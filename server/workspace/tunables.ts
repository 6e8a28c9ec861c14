/** How long a git command may take, in milliseconds. One that exceeds it is killed and its step answers `GIT_FAILED`. */
export const deadlines = {
  /** Commands that look at refs, the index or a patch: milliseconds as a rule, so a minute means a stuck disk. */
  look: 60_000,
  /** Commands that copy a repository or write a whole tree: minutes for the largest firmware trees on a slow disk. */
  copy: 600_000,
} as const;

/**
 * Between TERM and KILL (ms): git removes its lock files on TERM; a lock that stays makes the next set-up repair the
 * workspace.
 */
export const graceMs = 2_000;

/** What git may print before it is stopped, in bytes: 100,000 long file names. Diffs and packs have caps of their own. */
export const outputCapBytes = 32 * 1024 * 1024;

/** The largest diff, in bytes, which is held in memory: the objects of a repository may be as large. A larger one is refused. */
export const wholeDiffBytes = 512 * 1024 * 1024;

/** The largest file of a tree that is read at once, in bytes: 20 ms. What a patch does to a larger one only git finds out. */
export const plainFileBytes = 16 * 1024 * 1024;

/**
 * A half-made copy of a repository older than this (ms) belongs to a process that died: no copy may take `deadlines.copy`
 * twice.
 */
export const abandonedAfterMs = 2 * deadlines.copy;

/** How much of a diff is shown, in bytes; the whole one stays available as the patch file. */
export const diffCapBytes = 1024 * 1024;
