import type { z } from 'zod';

/** Why an intervention does not apply now; absent when it does. */
export type ControlAvailability = Partial<Record<ControlKind, string>>;

export type ControlKind = 'pause' | 'resume' | 'message' | 'abort' | 'limits' | 'fork' | 'pin' | 'unpin' | StepInKind;

/** What is done to a run that goes on by itself, beside pausing and ending it. */
export type StepInKind = 'patch' | 'roll-back' | 'switch-strategy' | 'run-again' | 'accept';

/** Such a deed with what belongs to it. */
export type Deed =
  | { kind: 'pause' | 'resume' | 'abort' | 'run-again' | 'accept' }
  | { kind: 'roll-back'; iteration: number }
  | { kind: 'switch-strategy'; strategy: string }
  | { kind: 'patch'; diff: string };

/** What a deed would do to the run as it stands, or why the run would not take it. */
export type DeedEffect =
  | {
      taken: true;
      effects: readonly string[];
      findings: readonly { rule: string; path: string | null; line: number | null; message: string }[];
    }
  | { taken: false; why: string };

/** Asks the run itself what a deed would do. */
export type AskEffect = (deed: Deed) => Promise<DeedEffect>;

/** What a deed can be about. */
export type StepInChoices = {
  /** Iterations that were measured and kept, newest first. */
  kept: readonly { iteration: number; passed: number; total: number }[];
  strategy: string | null;
  /** Strategies other than the present one. */
  strategies: readonly string[];
};

/** What may be changed while a run is going. */
export type RunLimits = {
  maxIterations: number;
  targetPassRate: number;
  mode: string;
  /** Of the whole run, without the time that it waits; null for none. */
  timeoutMinutes: number | null;
  /** Every other number of the criteria by its name. */
  criteria: Readonly<Record<string, number>>;
};

/** An intervention as a person gave it. */
export type Intervention =
  | { kind: 'pause' | 'resume' | 'abort' | 'pin'; reason: string }
  | { kind: 'unpin' }
  | { kind: 'message'; text: string }
  | { kind: 'limits'; limits: RunLimits; reason: string }
  | { kind: 'fork'; seq: number; reason: string }
  /** `commandId` is chosen once per wish, `since` is the event that the person looked at. */
  | { kind: 'step-in'; deed: Deed; reason: string; commandId: string; since: number };

/** Something that a run's machine takes from people: an event of its `said`. */
export interface SaidToRun {
  readonly type: string;
  readonly fields?: Record<string, z.core.util.JSONType>;
  readonly reason?: string;
  /** The event that it was decided on, where a run that has moved on since shall refuse it. */
  readonly expectedSeq?: number;
}

/** Settles with the reason of a refusal, or with nothing when it was accepted. */
export type SayToRun = (said: SaidToRun) => Promise<string | undefined>;
