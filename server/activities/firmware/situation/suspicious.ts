import type { Situation } from '#lib/agents/situation.ts';
import type { AgentTask } from '#server/agents/agent.ts';
import { prepare } from '#server/agents/search/prepare.ts';
import { withTrees } from '#server/agents/search/trees.ts';

const mostLines = 25;

/** The lines that the failing tests point at, and why there are none. What keeps them from being found never ends the asking. */
export async function suspiciousLines(
  task: AgentTask,
): Promise<{ readonly lines: Situation['suspicious']; readonly lack: string | null }> {
  try {
    const prepared = await withTrees(task, (trees) => prepare(task, trees));
    if (prepared.state !== 'fails') return { lines: [], lack: null };
    const { lines } = prepared.suspicion;
    return { lines: lines.slice(0, mostLines).map(({ path, line, score }) => ({ path, line, score })), lack: null };
  } catch (error) {
    task.signal.throwIfAborted();
    return { lines: [], lack: `suspicious lines: ${error instanceof Error ? error.message : String(error)}` };
  }
}
