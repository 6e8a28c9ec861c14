/** Limits of agents, each with the consequence of exceeding it. Durations are milliseconds. */
export const agentTunables = {
  /** A command of a playbook that takes longer fails its step. */
  commandMs: 10 * 60_000,
  /** What a command or coding agent may print; more ends it. */
  outputBytes: 16 * 1024 * 1024,
  /** Between TERM and KILL: with it, a cancelled agent is gone within a second. */
  graceMs: 500,
} as const;
