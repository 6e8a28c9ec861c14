import type { Readable } from 'node:stream';
import type { SandboxPolicy } from './sandbox.ts';
import type { Watchdog } from './watchdog.ts';

/** A command and its limits. All durations are milliseconds. */
export interface CommandSpec {
  /** Program and arguments, or a line for `/bin/sh -c`, see also `execLine`. */
  argv: readonly [string, ...string[]] | { shell: string };
  /** An existing folder. */
  cwd: string;
  /** Added to the inherited allow-list (`environment.ts`); nothing else reaches the child. */
  env: Readonly<Record<string, string>>;
  /** Wall-clock limit, counted from the start of the process. */
  deadlineMs: number;
  /** Longest time without output; time spent waiting for `onChunk` does not count. */
  silenceMs?: number;
  /** Limit of stdout and stderr together. */
  outputCapBytes: number;
  /** Time between TERM and KILL. */
  graceMs: number;
  /** A text or bytes are written and then closed, a stream is handed on as it comes; a terminal is never attached. */
  stdin: 'closed' | string | Buffer | Readable;
  /** The activity's id: letters, digits and `._:/@-`. Several commands may share it; `sweepMarker` finds what is left of all. */
  marker: string;
  /** The activity whose end is not stored yet when the command starts; `sweepMarker` of that one finds it too. */
  aheadOf?: string;
  sandbox?: SandboxPolicy;
  /**
   * The program is known to start nothing outside its own process group (git without its clean-up and monitors), so that
   * only the group is looked at when it ends. The search for escapees reads every process of the host.
   */
  staysInGroup?: boolean;
  /**
   * The same command is likely to be run again soon: when it has ended, a sandbox for it is kept ready. Without effect
   * where this process keeps none, or where it is no line for the shell, has an input, the host's network or no sandbox.
   */
  again?: boolean;
}

export type OutputStream = 'stdout' | 'stderr';

/** What a command is run with besides its description. */
export interface CommandOptions {
  /** Aborting stops the command: TERM, grace, KILL. */
  signal?: AbortSignal;
  /** Everything is prepared, and the child started once this has settled; where it rejects, so does the call. */
  startsAfter?: PromiseLike<void>;
  /**
   * Receives raw bytes as they come, at most 64 kB at once, never two at a time: the child's pipes are paused while the
   * returned promise is pending, which must therefore settle in the end. A chunk may end inside a multi-byte
   * character. When it throws, the command is stopped and `runCommand` rejects.
   */
  onChunk?: (stream: OutputStream, bytes: Buffer) => void | Promise<void>;
  /** Kills the command's group when this process dies or freezes. */
  watchdog?: Watchdog;
}

/** Why a command is over. The last four are Firmloop's doing. */
export type EndedBy = 'not-started' | 'exit' | 'signal' | StopCause;

/** Why Firmloop stops a command. */
export type StopCause = 'deadline' | 'silence' | 'cancelled' | 'output-cap';

/** How a command ended; the same shape for every expected end. Plain data. */
export interface CommandOutcome {
  endedBy: EndedBy;
  /** Null when a signal ended the process, when it never started, or when it survived KILL. */
  exitCode: number | null;
  /** Name of the signal that ended the process, such as `SIGSEGV`. In the sandbox it is read from a status above 128, which then stays in `exitCode`. */
  signal: string | null;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** From the start to the exit, or to the end of the grace. */
  durationMs: number;
  /** Bytes handed to `onChunk`. */
  bytes: Record<OutputStream, number>;
  /** Output was dropped: beyond the cap, or printed by an escaped process after the end. */
  truncated: boolean;
  /** A program's own status cannot tell who stopped it (QEMU exits 0 on TERM); this can. */
  stoppedBy: 'firmloop' | 'itself';
  /** One sentence without a full stop. */
  reason: string;
  sandboxed: boolean;
  /** Processes that needed KILL: left behind by a command that ended, or deaf to TERM. Not those in a sandbox, which die with it. */
  killed: number;
  /** Processes that outlived KILL. Empty means that the group is proved gone. */
  survivors: readonly number[];
}
