import type { z } from 'zod';

/** What can be asked of an agent, whoever it is. */
export interface AgentTaskContract<Input extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  /** The word that playbooks, prompts and the log call it by. */
  readonly name: string;
  /** One sentence that tells the agent what is wanted, beginning with a verb. */
  readonly does: string;
  /** What the agent is told. Texts in it may come from outside: logs, sources, people. */
  readonly input: Input;
  /** What it says. An object: language models answer in nothing else. */
  readonly answer: Answer;
  /** The agent edits files of a folder; what it changed is read from the folder, never from its words. */
  readonly changes: boolean;
}

/** Declares a task with the types of its schemas kept. */
export function agentTask<Input extends z.ZodType, Answer extends z.ZodType>(
  declared: AgentTaskContract<Input, Answer>,
): AgentTaskContract<Input, Answer> {
  return declared;
}
