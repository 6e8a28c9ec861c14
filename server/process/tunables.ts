/** Durations and sizes of child processes, each with the consequence of exceeding it. Milliseconds and bytes. */
export const processTunables = {
  /** Time between TERM and KILL. A command that cleans up for longer loses that work; QEMU and make need about 100 ms. */
  graceMs: 2_000,
  /** Deadline of a command whose caller has no better idea. Longer work is stopped and reported as `deadline`. */
  deadlineMs: 10 * 60_000,
  /** Output of one command. A command that prints more is stopped and reported as `output-cap`; what came before is kept. */
  outputCapBytes: 256 * 1024 * 1024,
  /** How long an open but idle pipe is read after its command ended. Later output of an escaped process is lost. */
  drainIdleMs: 250,
  /** How much is read from a pipe after its command ended; a full pipe holds less. An escaped process that prints for ever is cut off here. */
  drainBytes: 4 * 1024 * 1024,
  /** Time for the kernel to remove processes after KILL. Whatever is still there is named in `survivors`: it hangs in a driver. */
  goneMs: 2_000,
  /** How often is looked for the end of a child of which no signal told. It tells where none is heard: outside the main thread. */
  exitLookMs: 1_000,
  /** Pause between two looks at /proc. A longer one delays each stop by as much. */
  pollMs: 20,
  /** Size of the private /tmp (memory). A build that writes more there sees "No space left on device". */
  sandboxTmpBytes: 2 * 1024 * 1024 * 1024,
  /** Time for the trial run that tells whether bubblewrap works here. A slower machine runs its commands bare or refuses them. */
  sandboxProbeMs: 5_000,
  /** From the end of a command to the making of the next one's sandbox: the end is told first. Much later the next patch is being written, which is waited for. */
  spareAfterMs: 1,
  /** A command that still runs after so long is long: the next one's sandbox is made while its end is waited for. */
  spareBesideMs: 200,
  /** How long a sandbox is kept ready for a command that is run again. One that comes later sets its own up, 8 ms. */
  spareMs: 30_000,
  /** How many are kept ready at most, each a few processes that wait. The oldest gives way. */
  spares: 8,
  /** Output that `captureCommand` keeps in memory. A command that prints more is stopped. */
  captureBytes: 16 * 1024 * 1024,
  /** Renewals missing for longer mean a frozen runner: its groups are killed. Must stay well below the 20 s after which others take over. */
  freezeAfterMs: 12_000,
  /** Time between TERM and KILL when the watchdog kills. Together with `freezeAfterMs` below 20 s, or two runners' children overlap. */
  watchdogGraceMs: 1_000,
  /** Pause before a watchdog that died is started again; a shorter one would spin where it cannot start. */
  watchdogRestartMs: 1_000,
} as const;
