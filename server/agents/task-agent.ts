import type { Pool } from 'pg';
import type { z } from 'zod';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import type { Spent } from '#lib/agents/spent.ts';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import type { SessionEvent } from '#lib/sessions/signals.ts';
import type { LogWriter } from '#server/artifacts/log-writer.ts';
import type { Redact } from '#server/artifacts/redaction.ts';
import type { CommandOptions } from '#server/process/command.ts';
import type { SandboxPolicy } from '#server/process/sandbox.ts';
import type { KeyRing } from '#server/vault/key-ring.ts';

/** A folder that an agent may read and, in a task that changes, edit; it belongs to whoever asks. */
export interface AgentTree {
  /** The top folder; nothing outside it is written. */
  readonly root: string;
  /** The project's folder in it. Paths in edits are relative to it. */
  readonly directory: string;
  /** The walls around commands that are run for the agent. */
  readonly sandbox: SandboxPolicy;
}

/** The session of a coding agent that a call is a turn of. */
export interface SessionLink {
  /** The program's own name of the session to go on with; null begins one. */
  readonly resume: string | null;
  /** Where the program keeps its sessions from one turn to the next. */
  readonly folder: string;
  /** Hears what happens in it, as it happens. */
  hear(event: SessionEvent): void;
}

/** Everything that an agent is given besides the task. */
export interface AgentCall<Config extends AgentConfig = AgentConfig> {
  readonly config: Config;
  /** How often this agent has been asked for this task in this run before. */
  readonly asked: number;
  /** The folder to work in, made when it is first asked for. */
  tree(): Promise<AgentTree>;
  /** A file of the project as it was when the run began; null when there is none. */
  readFile(path: string): Promise<string | null>;
  /** Set for a turn of a session, which ends in the agent's own words. */
  readonly session?: SessionLink;
  /** Marks the child processes. */
  readonly activityId: string;
  readonly home: string;
  readonly watchdog: NonNullable<CommandOptions['watchdog']>;
  readonly pool: Pool;
  readonly keys: KeyRing;
  readonly redact: Redact;
  /** Aborted when the answer is not wanted any more; an agent has ended within a second then. */
  readonly signal: AbortSignal;
  /** What the agent says and does while it works. */
  readonly log: LogWriter;
}

/**
 * How a task came out. `gave-up`: there is no idea left. `unreadable`: what was said is no answer, also when asked again.
 * `failed`: the endpoint or program did not do its part.
 */
export type AgentAnswer<Contract extends AgentTaskContract = AgentTaskContract> =
  | {
      readonly outcome: 'answered';
      readonly answer: z.output<Contract['answer']>;
      /** What it said besides, as it said it. Shown, never believed. */
      readonly words: string;
      readonly spent: Spent;
    }
  | { readonly outcome: 'gave-up' | 'unreadable' | 'failed'; readonly reason: string; readonly spent: Spent };

/** An agent that takes any task. Expected trouble is an answer; it throws only when it is aborted. */
export interface TaskAgent<Config extends AgentConfig = AgentConfig> {
  perform<Contract extends AgentTaskContract>(
    contract: Contract,
    input: z.output<Contract['input']>,
    call: AgentCall<Config>,
  ): Promise<AgentAnswer<Contract>>;
}
