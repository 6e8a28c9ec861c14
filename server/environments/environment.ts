import type { ResultsConfig } from '#lib/config/sections/results.ts';
import type { CommandOptions, CommandOutcome, OutputStream } from '#server/process/command.ts';
import type { SandboxPolicy } from '#server/process/sandbox.ts';
import type { BoardAtHand } from './board/board-at-hand.ts';

/** Where and for whom an environment works: the worktree of one run, on behalf of one activity. */
export interface Site extends Pick<CommandOptions, 'watchdog' | 'startsAfter'> {
  /** The folder of the project in the run's worktree. */
  readonly directory: string;
  /** The walls around everything that comes out of the worktree. */
  readonly sandbox: SandboxPolicy;
  /** The activity's id; each process carries it. */
  readonly marker: string;
  /** The activity whose end is not stored yet; each process carries it too. */
  readonly aheadOf?: string;
  readonly signal: AbortSignal;
  /** The board that the run holds; undefined while it holds none. */
  readonly board?: BoardAtHand;
}

/** Who listens while tests run. */
export interface Watch {
  readonly outputCapBytes: number;
  /** Raw bytes in the order in which they were printed; nothing more is read while the promise is pending. */
  readonly onBytes: (stream: ConsoleStream, bytes: Buffer) => void | Promise<void>;
  /** A line for the log: what is started, how it ended. */
  readonly say: (text: string) => void;
}

/** The output of the tests, except `emulator`: that one speaks for itself. */
export type ConsoleStream = OutputStream | 'console' | 'emulator';

/** A file that belongs to a finding. Its name is unique within one run of a part. */
export interface EvidenceFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** A point in the firmware's source, as precise as could be found out: `uart_poll (src/uart.c:41)`, or an address. */
export type SourcePlace = string;

/** What a target looked like when it was stopped or had died. */
export interface Scene {
  /** Where the processor stood; null when that cannot be known. */
  readonly place: SourcePlace | null;
  /** What its state tells beside the place, a clause each: a fault, a missing tool. */
  readonly notes: readonly string[];
  /** The processor had taken a fault. */
  readonly faulted: boolean;
  readonly files: readonly EvidenceFile[];
}

/** How a part ended. `outcome` has the same shape whatever ran, and says who stopped it. */
export interface PartEnd {
  readonly outcome: CommandOutcome;
  /** Undefined where there is no target apart from the program itself. */
  readonly target?: TargetEnd;
  /** What belongs to how it ended, finding or not: the bundle that a controller gathers of a first failure. */
  readonly evidence?: readonly EvidenceFile[];
}

export interface TargetEnd {
  /** Bytes that the firmware printed. */
  readonly printed: number;
  /** The emulator or the bench broke down, in its own words: nothing can be said of the firmware. */
  readonly broken: string | null;
  /** The expression for the end of the run matched, and the target was stopped for that. */
  readonly reachedEnd: boolean;
  readonly scene: Scene;
}

/** One part of the tests. */
export interface Part {
  readonly name: string;
  /** Null: as the project file says for all. */
  readonly results: ResultsConfig | null;
  /** Runs it to its end or limit and leaves nothing behind. Every expected end is a value; rejects when `onBytes` does. */
  run(watch: Watch): Promise<PartEnd>;
  /** Runs it once more to learn where it ended by itself; only where the target can be watched that closely. */
  retrace?(): Promise<Scene>;
}

export interface Answer {
  readonly ok: boolean;
  /** A clause without a full stop. */
  readonly reason: string;
}

/** What an environment may be able to do besides running tests. Activities ask for one of these, never for a device. */
export interface Capabilities {
  /** The tests work on files of the runner. */
  readonly files: {
    check(): Promise<readonly Answer[]>;
    /** Brings what was built to where the tests run; absent where that is here. */
    bring?(): Promise<Answer>;
  };
  /** It can be switched off and on. */
  readonly power: { reset(): Promise<Answer> };
  /** It prints by itself once it is on; asks for a sign of life. */
  readonly console: { ready(): Promise<Answer> };
  /** It starts from an image that the build leaves. */
  readonly flash: {
    image(): Promise<ImageAnswer>;
    /** Brings it to the board; absent where it is started from where it lies. */
    write?(): Promise<Answer>;
  };
}

export type ImageAnswer =
  | { readonly ok: true; readonly name: string; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: string };

/** A place to test in. */
export interface Environment extends Partial<Capabilities> {
  /** Where the tests run, as a clause: `the host`, `mps2-an385 in qemu-system-arm`. */
  readonly place: string;
  /** It is a board of the farm, whose time is counted. */
  readonly takesBoard?: true;
  /** In the order in which they run. */
  readonly parts: readonly Part[];
}
