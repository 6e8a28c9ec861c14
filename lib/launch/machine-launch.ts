import { type ConfigRow, explainConfig } from '#lib/config/explain.ts';
import { parseConfigOf } from '#lib/config/parse.ts';
import { NOWHERE, type Problem } from '#lib/config/problem.ts';
import type { ConfigOf, ConfigurableMachine } from '#lib/config/schema.ts';
import type { ExecutionMode } from '#lib/convergence/plateau.ts';
import type { LaunchChoices } from './choices.ts';
import type { LaunchPlace } from './loop-input.ts';

/** What a person chooses when launching a machine that is no loop; its file says the rest. */
export type FewChoices = Pick<LaunchChoices, 'goal' | 'mode' | 'timeoutMinutes'>;

/** What every such machine's input has. */
export interface PlacedInput {
  readonly project: string;
  readonly repository: { readonly path: string; readonly subdirectory?: string | undefined };
  readonly mode: ExecutionMode;
  readonly limits: { readonly timeout_minutes: number | null };
}

export type InputAnswer<Input> =
  | { readonly ok: true; readonly input: Input }
  | { readonly ok: false; readonly reason: string };

/** A launch that can be made. */
export interface PlannedLaunch {
  readonly input: PlacedInput;
  /** What is asked for, as its person wrote it. */
  readonly asked: string;
  /** What will happen, a sentence each. */
  readonly summary: readonly string[];
  /** Every setting that holds. */
  readonly config: readonly ConfigRow[];
  /** With what is not an error in the file. */
  readonly warnings: readonly Problem[];
}

export type PlannedAnswer =
  | ({ readonly ok: true } & PlannedLaunch)
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** How runs of one machine are launched. */
export interface MachineLaunch {
  /** The event that sets a new run going. */
  readonly firstEvent: string;
  /** What the machine calls what it is asked for, and what to write there. */
  readonly ask: { readonly label: string; readonly hint: string };
  /** Reads the project's file and puts the choices over it. Never throws. */
  readonly plan: (text: string, place: LaunchPlace, choices: FewChoices) => PlannedAnswer;
}

interface Recipe<Machine extends ConfigurableMachine, Input extends PlacedInput>
  extends Pick<MachineLaunch, 'firstEvent' | 'ask'> {
  readonly toInput: (config: ConfigOf<Machine>, place: LaunchPlace, choices: FewChoices) => InputAnswer<Input>;
  readonly asked: (input: Input) => string;
  readonly inWords: (input: Input, place: LaunchPlace) => readonly string[];
}

/** The launch of a machine from what is its own: how its file becomes its input, and how that reads. */
export function launchBy<Machine extends ConfigurableMachine, Input extends PlacedInput>(
  machine: Machine,
  { firstEvent, ask, toInput, asked, inWords }: Recipe<Machine, Input>,
): MachineLaunch {
  return {
    firstEvent,
    ask,
    plan: (text, place, choices) => {
      const read = parseConfigOf(machine, text);
      if (!read.ok) return read;
      const made = toInput(read.config, place, choices);
      if (!made.ok) return { ok: false, problems: [{ ...NOWHERE, path: '', message: made.reason }] };
      return {
        ok: true,
        input: made.input,
        asked: asked(made.input),
        summary: inWords(made.input, place),
        config: explainConfig(read),
        warnings: read.problems,
      };
    },
  };
}
