/** How long things last at the doors, and how often one may knock. */
export const sessionTunables = {
  /** A browser that has not been used for so long signs in again. */
  sessionDays: 14,
  /** A session that is used is prolonged at most once in so many hours. */
  renewHours: 24,
  /** So long after signing in the owner may set a password without the old one. */
  freshMinutes: 10,
  /** An invitation's link is good for so long. */
  invitationDays: 7,
  /** Characters. Length is what makes a password hard to guess; more than the upper bound only costs time to hash. */
  shortestPassword: 12,
  longestPassword: 128,
  /** Attempts to sign in from one address within a window of seconds. */
  signInByAddress: { window: 60, max: 10 },
  /** Wrong passwords for one person within so many seconds, whatever addresses they come from; then that person waits too. */
  wrongPasswords: { windowSeconds: 900, max: 10 },
  /** What has expired is removed so often, milliseconds. */
  sweepEveryMs: 600_000,
} as const;
