import type { Option } from '#components/ui/select.tsx';

/** What a person has entered so far. Rates are ratios from 0 to 1. */
export type LaunchDraft = {
  project: string;
  machine: string;
  goal: string;
  /** Branch, tag or commit to start from. */
  base: string;
  environment: string;
  agent: string;
  mode: string;
  preset: string;
  targetPassRate: number;
  stableIterations: number;
  maxIterations: number;
  plateauWindow: number;
  timeoutMinutes: number;
  measureBaseline: boolean;
  keepBest: boolean;
};

/** A choice with a line that says what it means. */
export type ExplainedOption = Option & { explains: string };

export type LaunchOptions = {
  projects: readonly Option[];
  machines: readonly ExplainedOption[];
  environments: readonly Option[];
  agents: readonly ExplainedOption[];
  modes: readonly ExplainedOption[];
  presets: readonly ExplainedOption[];
};

/** What the server knows about the choice as it stands. */
export type LaunchFacts = {
  /** The command that builds, from the project file; null when there is none. */
  buildCommand: string | null;
  testCommand: string | null;
  /** Reads after "tests on": `any free stm32f4 board of Berlin`, `QEMU on this host`. */
  place: string;
  /** How many such places are free now; null when the place is not limited. */
  free: number | null;
  /** How many tests the goal counts; null while unknown. */
  tests: number | null;
  /** Reads after "when it stands still": what the mode does at a plateau. */
  atPlateau: string;
  /** What would stop the run at once, each a sentence with what to do. */
  blockers: readonly string[];
};

/** The field a message belongs to. */
export type LaunchErrors = Partial<Record<keyof LaunchDraft, string>>;
