import type { Setting } from './setting-fields.tsx';

/** What a person has entered; an empty field means what the project file says. */
export type LaunchDraft = {
  folder: string;
  ref: string;
  goal: string;
  environment: string;
  /** Names of agents in the order in which they are asked. */
  agents: readonly string[];
  mode: string;
  preset: string;
  /** Settings in place of those of the file, by path. */
  set: Readonly<Record<string, string>>;
  /** `yes` starts on the folder as it lies there, under git or not. */
  snapshot: string;
};

/** Firmware to choose from. */
export type Firmware = { name: string; folder: string; needsSnapshot?: boolean };

/** Something of the project's file to choose. */
export type LaunchOption = { name: string; kind: string; isUsable: boolean };

/** What the form offers for the project. */
export type LaunchOffer = {
  environments: readonly LaunchOption[];
  agents: readonly LaunchOption[];
  settings: Readonly<Record<'criteria' | 'plateau' | 'limits', readonly Setting[]>>;
};

/** What the machine of the project calls what it is asked for. */
export type LaunchAsk = { label: string; hint: string };

/** Criteria that somebody saved: a built-in preset and what differs from it. */
export type SavedPreset = { name: string; note: string; base: string; set: Readonly<Record<string, string>> };

/** A log that shows the failure. */
export type EvidenceLog = {
  id: string;
  name: string;
  text: string;
  /** Of a longer log only its end is taken. */
  isCut: boolean;
};

/** What the server knows of the launch as it stands. */
export type LaunchPlan = {
  project: string;
  baseCommit: string;
  branch: string | null;
  /** What holds where nothing is entered. */
  chosen: { environment: string; agents: readonly string[]; mode: string; goal: string };
  /** What will happen, a sentence each. */
  summary: readonly string[];
  warnings: readonly string[];
  commandLine: string;
  config: readonly { path: string; value: string; from: string; description: string }[];
};

/** The point of an earlier run that a fork begins at. */
export type ForkPoint = { run: number; at: number };

/** Why it cannot be launched as it stands; `path` names the setting that is at fault, where one is. */
export type LaunchProblem = { path: string; what: string; next?: string | undefined };
