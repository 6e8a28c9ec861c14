/** Durations of drivers, each with the consequence of exceeding it. Milliseconds. */
export const driverTunables = {
  /** For reading a switch, a sensor, a log. A slower device counts as not answering. */
  readMs: 20_000,
  /** For switching, with all looks at whether it took effect. A slower board counts as stuck. */
  switchMs: 60_000,
  /** For opening a console. A slower one counts as unreachable. */
  openMs: 15_000,
  /** For bringing an image to the board, the restart of its controller included. */
  flashMs: 15 * 60_000,
  /** For one file. */
  fileMs: 5 * 60_000,
  /** For what is left to do when a connection is closed. A driver that takes longer is left behind. */
  closeMs: 5_000,
  /** Between a request to switch and the first look at it, and between looks. */
  lookEveryMs: 100,
  /** A controller takes no further order for a moment after a board went off; ipmitool's own loses it. */
  settleMs: 2_000,
  /** For one network connection to be made. */
  connectMs: 10_000,
  /** Between two questions to a management controller that is restarting or working on a task. */
  askAgainMs: 250,
  /** For a management controller to come back after an update or a reset of its own; boards take minutes. */
  backWithinMs: 10 * 60_000,
  /** Longest wait that a controller may ask for with `Retry-After`. */
  retryAfterMs: 30_000,
  /** For gathering a first-failure bundle. */
  bundleMs: 10 * 60_000,
  /** Of an answer or a bundle of a controller. A longer one is refused. */
  answerBytes: 256 * 1024 * 1024,
  /** Between two signs of life on an SSH connection; after three without an answer it counts as lost. */
  keepAliveMs: 10_000,
  /** For what must be killed on another machine after a command's limit. */
  remoteKillMs: 5_000,
} as const;
