import type { AgentTaskContract } from './contract.ts';
import { ask, plan, review, work } from './tasks/common.ts';
import { analyse, judge, propose } from './tasks/firmware.ts';
import { draftPlan, intake, repair, summarise } from './tasks/orchestrator.ts';
import { draftPrd, fix, implement } from './tasks/prd.ts';
import {
  judgeCommitMessage,
  judgeFailure,
  refineInstruction,
  reviews,
  session,
  summariseSession,
  writeCommitMessage,
} from './tasks/session.ts';
import { generating, planning } from './tasks/workflow.ts';

/** Every task by its name. A machine that needs another one adds a file under `tasks` and a row here. */
export const agentTasks = {
  analyse,
  propose,
  judge,
  plan,
  ask,
  review,
  work,
  intake,
  draft_plan: draftPlan,
  repair,
  summarise,
  session,
  review_function: reviews.function,
  review_edges: reviews.edges,
  review_security: reviews.security,
  review_performance: reviews.performance,
  judge_failure: judgeFailure,
  judge_commit_message: judgeCommitMessage,
  write_commit_message: writeCommitMessage,
  refine_instruction: refineInstruction,
  summarise_session: summariseSession,
  draft_prd: draftPrd,
  implement,
  fix,
  planning,
  generating,
} as const satisfies Record<string, AgentTaskContract>;

/** The contract of a name that comes from a file, or null for a name that is not known. */
export function agentTaskOf(name: string): AgentTaskContract | null {
  const known: Readonly<Record<string, AgentTaskContract>> = agentTasks;
  return Object.hasOwn(known, name) ? (known[name] ?? null) : null;
}
