import type { Constraint } from '#lib/activities/patch.ts';
import type { Intent } from '#lib/activities/shapes.ts';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import type { Situation } from '#lib/agents/situation.ts';
import { type Spent, totalTokens } from '#lib/agents/spent.ts';
import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import type { Json } from '#lib/engine/json.ts';
import type { OperatorRecord } from '#lib/repair/mutate/learned-priors.ts';
import type { LogWriter } from '#server/artifacts/log-writer.ts';
import type { CommandOptions } from '#server/process/command.ts';
import type { Git } from '#server/workspace/git.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { Asking } from './ask-agent.ts';
import type { AgentAnswer } from './task-agent.ts';

/** What an agent needs that builds and tests for itself, in copies of the worktree. */
export interface Bench {
  readonly project: FirmwareLoopConfig;
  /** The name of the environment that the run is tested in. */
  readonly environment: string;
  readonly activityId: string;
  /** Data folder of this host; what an activity leaves there is its own to remove. */
  readonly home: string;
  readonly watchdog: NonNullable<CommandOptions['watchdog']>;
  /** Files a finding with the run; one of the same name takes the place of an earlier one. */
  record(name: string, value: Json): Promise<void>;
  readonly knowledge: SearchKnowledge;
}

/** What searches of all runs leave about kinds of edits, so that later ones begin with what helped. */
export interface SearchKnowledge {
  read(): Promise<readonly OperatorRecord[]>;
  /** Once for an activity, when its search is over. */
  add(records: readonly OperatorRecord[]): Promise<void>;
}

/** What an agent is asked with. It may read the worktree; only what it proposes is ever applied. */
export interface AgentTask<Config extends AgentConfig = AgentConfig> {
  readonly config: Config;
  readonly git: Git;
  readonly workspace: Workspace;
  readonly iteration: number;
  readonly intent: Intent;
  readonly constraint: Constraint;
  /** Sources of what was proposed in this run before, in order. */
  readonly proposed: readonly string[];
  /** Finds the last kept tree that was a gain, where changes were kept after it that brought nothing; else null. */
  readonly gain: () => Promise<string | null>;
  /** What people have told the run since it began, oldest first: notes, and hints of reviews. */
  readonly messages: readonly string[];
  readonly bench: Bench;
  readonly signal: AbortSignal;
  readonly log: LogWriter;
}

export interface Usage {
  readonly tokens: number;
  readonly money: number;
}

/** Where an agent that takes typed tasks is asked; others have no use for it. */
export interface Desk {
  /** Asks the agent whose turn it is; the call is written down with its cost. */
  ask<Contract extends AgentTaskContract>(
    asking: Pick<Asking<Contract>, 'contract' | 'input' | 'tree'>,
  ): Promise<AgentAnswer<Contract>>;
  /** What is known of the run; with `evidence` also the suspicious lines and the code around them. */
  situation(wanted: { evidence: boolean }): Promise<Situation>;
}

export interface Analysis {
  readonly outcome: 'analysed' | 'unreadable' | 'gave-up';
  readonly hypotheses: readonly string[];
  /** Files that are expected to change, relative to the project's folder. */
  readonly files: readonly string[];
  /** 0 to 1. */
  readonly confidence: number;
  readonly summary: string;
  readonly usage: Usage;
}

export type Proposal =
  | {
      readonly outcome: 'patch';
      /** What tells this proposal from others of the same agent: a file's name, a candidate's number. */
      readonly source: string;
      readonly summary: string;
      /** What the agent says of it, as it said it. Shown, never believed. */
      readonly claim: string;
      readonly diff: Buffer;
      readonly usage: Usage;
    }
  | { readonly outcome: 'empty' | 'gave-up' | 'unreadable' | 'failed'; readonly reason: string; readonly usage: Usage };

/** Something that has ideas: a folder of patches, a search, a coding agent, a language model. */
export interface Agent<Config extends AgentConfig = AgentConfig> {
  /** Its proposals were made beforehand: one that is refused cannot be made better, so the next one is looked at. */
  readonly isPrepared?: true;
  analyse(task: AgentTask<Config>, desk: Desk): Promise<Analysis>;
  propose(task: AgentTask<Config>, desk: Desk): Promise<Proposal>;
}

export const free: Usage = { tokens: 0, money: 0 };

/** What a call counts against the budgets of a run. Unknown cost adds nothing there, and is shown as unknown in the list of calls. */
export function usageOf({ tokens, money }: Spent): Usage {
  return { tokens: tokens === null ? 0 : totalTokens(tokens), money: money ?? 0 };
}
