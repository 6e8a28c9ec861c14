import type { Duplex } from 'node:stream';
import type { Answer, Scene, Site } from '#server/environments/environment.ts';
import type { CommandOutcome, CommandSpec, OutputStream } from '#server/process/command.ts';

/** What did not work, as a clause without a full stop. */
export interface Refused {
  readonly ok: false;
  readonly reason: string;
}

export type PowerAction = 'on' | 'off' | 'cycle';

export type PowerReading = { readonly ok: true; readonly on: boolean } | Refused;

/** A switch. Setting what is set already is no trouble; `cycle` leaves it on. Answers once the change has been seen. */
export interface Power {
  read(signal: AbortSignal): Promise<PowerReading>;
  set(action: PowerAction, signal: AbortSignal): Promise<Answer>;
  /**
   * How the board that is on now ends, by itself or by the switch; null when it is off. Only where a board can end by
   * itself: an emulated one whose firmware calls its exit.
   */
  ending?(): Promise<CommandOutcome> | null;
}

export type OpenedConsole = { readonly ok: true; readonly line: Duplex } | Refused;

/** A line to talk over. It ends when the other side hangs up; destroying it frees it for the next one. */
export interface Console {
  open(signal: AbortSignal): Promise<OpenedConsole>;
}

/** A file on the runner that is to be brought to a board. */
export interface ImageFile {
  readonly path: string;
  readonly name: string;
}

/** Brings an image to the board. Afterwards the board may be on, off or in reset: switch it before use. */
export interface Flash {
  write(image: ImageFile, signal: AbortSignal): Promise<Answer>;
}

export type FileContent = { readonly ok: true; readonly bytes: Buffer } | Refused;

/** Files on the board; paths in its own spelling. */
export interface Files {
  put(local: string, remote: string, signal: AbortSignal): Promise<Answer>;
  get(remote: string, signal: AbortSignal): Promise<FileContent>;
}

/** A command on the board. */
export interface RemoteCommand
  extends Pick<CommandSpec, 'argv' | 'env' | 'deadlineMs' | 'silenceMs' | 'outputCapBytes'> {
  /** Where it runs; where a session of that user begins when left out. */
  readonly folder?: string | undefined;
}

export interface RemoteEnd {
  readonly outcome: CommandOutcome;
  /** Why nothing can be said of the command itself: no way in, a connection that was cut off. */
  readonly broken: string | null;
}

/** Runs commands on the board. Nothing of one is left there when it ends, however it does. */
export interface Commands {
  /** Rejects only when `onBytes` does. */
  run(
    command: RemoteCommand,
    watch: {
      readonly signal: AbortSignal;
      readonly onBytes: (stream: OutputStream, bytes: Buffer) => void | Promise<void>;
    },
  ): Promise<RemoteEnd>;
}

export interface SensorReading {
  readonly name: string;
  /** Null when the sensor gives no number now. */
  readonly value: number | null;
  readonly unit: string | null;
  /** In the words of the controller: `ok`, `ns`, `Critical`. */
  readonly status: string;
}

export interface ControllerEvent {
  readonly id: string;
  /** As the controller's own clock says it; null without a clock. */
  readonly at: string | null;
  readonly text: string;
}

export type SensorReadings = { readonly ok: true; readonly readings: readonly SensorReading[] } | Refused;
export type ControllerEvents = { readonly ok: true; readonly events: readonly ControllerEvent[] } | Refused;
export type FailureBundle = { readonly ok: true; readonly name: string; readonly bytes: Buffer } | Refused;

/** What a management controller knows of its board. */
export interface Sensors {
  read(signal: AbortSignal): Promise<SensorReadings>;
  /** Its event log, oldest first. */
  events(signal: AbortSignal): Promise<ControllerEvents>;
  /** Everything that the controller gathers of a first failure, as one file; only where it can. */
  bundle?(signal: AbortSignal): Promise<FailureBundle>;
}

/** A look into the processor of a board that hangs, before it is switched off. */
export interface Inspect {
  look(site: Site, symbols: string): Promise<Scene>;
}

/** What can be asked of a board, whatever device does it. */
export interface BoardCapabilities {
  readonly power: Power;
  readonly console: Console;
  readonly flash: Flash;
  readonly files: Files;
  readonly commands: Commands;
  readonly sensors: Sensors;
  readonly inspect: Inspect;
}
