import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import { NOWHERE, type Problem } from '#lib/config/problem.ts';
import { agentName } from '#lib/config/sections/agents.ts';
import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { noPatches, preparedPatches } from '#server/agents/prepared-patches.ts';
import type { Git } from '#server/workspace/git.ts';
import type { Firmware } from './find-firmware.ts';

/** Agents of the launch that would take patches from a folder in which the base commit has none. */
export async function emptyPatches(
  git: Git,
  { repository, subdirectory, baseCommit }: Firmware,
  { config, strategies }: { config: FirmwareLoopConfig; strategies: FirmwareLoopInput['strategies'] },
): Promise<readonly Problem[]> {
  const asked = new Set(strategies.flatMap(({ agents }) => agents));
  const inRepository: Git = (args, options) => git(args, { cwd: repository, ...options });
  const problems = config.agents.map(async (agent, at): Promise<Problem[]> => {
    if (agent.use !== 'patches' || !asked.has(agentName(agent))) return [];
    const folder = subdirectory === '' ? agent.folder : `${subdirectory}/${agent.folder}`;
    if ((await preparedPatches(inRepository, baseCommit, folder)).length > 0) return [];
    return [
      {
        ...NOWHERE,
        path: `agents[${at}].folder`,
        message: noPatches(agent.folder, baseCommit),
        suggestion: 'Commit the patches there, name another folder, or choose another agent.',
      },
    ];
  });
  return (await Promise.all(problems)).flat();
}
