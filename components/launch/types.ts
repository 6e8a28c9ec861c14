/** What a person has entered; an empty field means what the project file says. */
export type LaunchDraft = {
  folder: string;
  ref: string;
  goal: string;
  environment: string;
  agent: string;
  mode: string;
  preset: string;
  maxIterations: string;
  timeoutMinutes: string;
  /** `yes` starts on the folder as it lies there, under git or not. */
  snapshot: string;
};

/** Firmware to choose from. */
export type Firmware = { name: string; folder: string };

/** What the server knows of the firmware and of the launch as it stands. */
export type LaunchPlan = {
  project: string;
  baseCommit: string;
  branch: string | null;
  environments: readonly string[];
  agents: readonly string[];
  /** What holds where nothing is entered. */
  chosen: {
    environment: string;
    agents: readonly string[];
    mode: string;
    maxIterations: number;
    timeoutMinutes: number | null;
    goal: string;
  };
  /** What will happen, a sentence each. */
  summary: readonly string[];
  warnings: readonly string[];
  commandLine: string;
  config: readonly { path: string; value: string; from: string; description: string }[];
};

/** Why it cannot be launched as it stands. */
export type LaunchProblem = { what: string; next?: string | undefined };
