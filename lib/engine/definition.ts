import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ZodType } from 'zod';

export type Tone = 'busy' | 'good' | 'attention' | 'bad' | 'idle';

/** Whom or what a waiting run waits for. */
export interface Wait {
  /** As in "waits for a review". */
  readonly what: string;
  /** A person can do something about it now, as opposed to a board or the clock. */
  readonly person: boolean;
}

/** How a page draws a state: its words, its tone and its column in the diagram (0 is leftmost). */
export interface StateView {
  readonly label: string;
  readonly tone: Tone;
  readonly column: number;
  /** Of a state with the tag `waiting`. */
  readonly waits?: Wait;
}

/** What a person can say to a run of a machine, beside the controls that all machines have. */
export interface Said {
  /** Shape of what is said; who says it and why come with it. */
  readonly schema: ZodType;
  /** What a run says that does not take it, as in "cannot be cancelled". */
  readonly refusal: string;
}

/** How a run ended, in the machine's own words, and what the command line answers. */
export interface Ending {
  readonly outcome: string;
  readonly exitCode: 0 | 1 | 3;
}

/**
 * Everything the engine needs to know of a machine. `machine` is pure XState: no clock, no I/O, no randomness; each of
 * its transitions carries one `because` action, and what it wants listed on pages goes into `record` actions.
 */
export interface MachineDefinition {
  readonly id: string;
  /** Raised when stored runs can no longer be replayed with the definition. */
  readonly version: number;
  readonly machine: AnyStateMachine;
  /** Shape of a run's input. */
  readonly input: ZodType;
  /** By event type. */
  readonly said: Readonly<Record<string, Said>>;
  /** Shape of what a person may change of a run's limits while it goes on; other fields are refused. */
  readonly limits: ZodType;
  /** Events that wait in the inbox while the current state does not take them. */
  readonly deferrable: readonly string[];
  /** The whole run's limit in milliseconds of its own clock, or null for none. */
  readonly runTimeoutMs: (context: AnyMachineSnapshot['context']) => number | null;
  /** Iteration number that a transition is filed under. */
  readonly iteration: (context: AnyMachineSnapshot['context']) => number;
  /** Null while the snapshot is not an end of this machine. */
  readonly ending: (snapshot: {
    readonly value: unknown;
    readonly context: AnyMachineSnapshot['context'];
  }) => Ending | null;
  /** By dotted path of the state, e.g. `INIT.LOAD_CONFIG`. */
  readonly view: Readonly<Record<string, StateView>>;
}
