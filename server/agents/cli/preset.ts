import type { ReadMessage } from '#lib/agents/coding/report.ts';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import type { ReadSession } from '#lib/sessions/read/read-session.ts';
import type { SessionLink } from '../task-agent.ts';

export type CliConfig = Extract<AgentConfig, { use: 'cli' }>;

/** A coding agent: how it is started without a person, and how its output is read. The task comes on its standard input. */
export interface Preset {
  /** The program, unless the project names a command of its own. */
  readonly program: string;
  /** The version that was tried, or what it is written from. */
  readonly tested: string;
  readonly args: (config: CliConfig, session?: SessionLink) => readonly string[];
  readonly env: (config: CliConfig, session?: SessionLink) => Readonly<Record<string, string>>;
  /** Variables of the runner that it may see when the project names none. */
  readonly keys: readonly string[];
  /** Reads its output, a JSON document a line; null for text. */
  readonly read: ReadMessage | null;
  /** Reads its tool calls and their results from the same output; null where it tells none. */
  readonly hears: ReadSession | null;
  /** A session of it can be gone on with in another process; else it is told the story so far. */
  readonly resumes: boolean;
  /** What it tells of its cost is that of the whole session, earlier processes included. */
  readonly tellsTotals?: true;
}
