import type { CommandOutcome, CommandSpec } from './command.ts';
import type { Mark } from './environment.ts';
import { killCarriers, signalCarriers } from './marker-sweep.ts';
import { killGroup, signalGroup, waitUntilGroupGone, waitUntilProcessGone } from './process-group.ts';
import type { StartedChild } from './started-child.ts';

/**
 * TERM to the group and to escapees, then the grace. bwrap itself is spared: it would die at once and take the command
 * with it, which then could not clean up.
 */
export async function askToStop({ pid, sandbox }: StartedChild, mark: Mark, graceMs: number): Promise<void> {
  if (sandbox === undefined) signalGroup(pid, 'SIGTERM');
  await signalCarriers(mark, 'SIGTERM', pid);
  await waitUntilGroupGone(pid, graceMs);
}

/**
 * Kills what is left, after every end, also a good one: a daemon that a test left running would disturb the next test.
 * With bwrap dies the first process of its PID namespace, and that one is gone only after the kernel has removed all
 * others in it. So its absence is the proof, and the costlier search for the mark is spared.
 */
export async function removeRemains(
  { pid, sandbox }: StartedChild,
  mark: Mark,
  { staysInGroup = false }: Pick<CommandSpec, 'staysInGroup'>,
): Promise<Pick<CommandOutcome, 'killed' | 'survivors'>> {
  const group = await killGroup(pid);
  if (staysInGroup) return group;
  const namespace = sandbox?.firstProcess();
  if (namespace !== undefined && (await waitUntilProcessGone(namespace))) return group;
  const escaped = await killCarriers(mark);
  return {
    killed: group.killed + escaped.killed,
    survivors: [...new Set([...group.survivors, ...escaped.survivors])],
  };
}
