/** Durations and sizes of emulated targets, each with the consequence of exceeding it. Milliseconds and bytes. */
export const qemuTunables = {
  /** From the start of the emulator until it answers. A slower one counts as broken; QEMU needs about 40 ms. */
  startMs: 15_000,
  /** How long a target stays on that is started only to see whether it can be. */
  momentMs: 200,
  /** For one answer of the emulator's monitor. A slower one is killed, and its registers stay unknown. */
  monitorMs: 2_000,
  /** For all of looking at a target that hangs: registers, memory, source lines. */
  lookMs: 15_000,
  /** From `quit` to the exit. A slower emulator is killed. */
  quitMs: 1_000,
  /** For reading what is left in the console's pipe after the exit. Later bytes are lost. */
  drainMs: 1_000,
  /** How long a console's bytes gather before they are read. Shorter costs a wake-up for each byte, longer delays them. */
  gatherMs: 4,
  /** Of a console, read at once: what a pipe holds. */
  consoleReadBytes: 64 * 1024,
  /** The end of the console that is kept as a file of its own; all of it is in the log. */
  keptConsoleBytes: 1024 * 1024,
  /** Words of the emulator itself that are kept; the rest is only in the log. */
  complaintBytes: 64 * 1024,
  /** A traced run that takes longer is given up: it is several times slower than the plain one. */
  traceMs: 20_000,
  /** Of a trace, the end that is looked at. */
  traceTailBytes: 256 * 1024,
  /** For one look-up of a source line. A slower one leaves the bare address. */
  sourceLineMs: 5_000,
} as const;
