import { readPlaybook } from '#lib/agents/playbook/read-playbook.ts';
import { NOWHERE, type Problem, showPath } from '#lib/config/problem.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import type { Git } from '#server/workspace/git.ts';
import { fileAtBase } from './file-at-base.ts';
import type { Firmware } from './find-firmware.ts';

/** A setting that names a playbook. */
interface Named {
  readonly path: readonly (string | number)[];
  readonly file: string;
}

/** Playbooks among the settings of a launch that the base commit does not have, or that cannot be read. */
export async function brokenPlaybooks(git: Git, firmware: Firmware, settings: unknown): Promise<readonly Problem[]> {
  const problems = [...playbooksIn(settings, [])].map(async ({ path, file }): Promise<Problem[]> => {
    const text = await fileAtBase(git, firmware, file);
    const where = { ...NOWHERE, path: showPath([...path, 'file']) };
    if (text === null) {
      const message = `there is no playbook ${file} in commit ${firmware.baseCommit.slice(0, 12)}`;
      return [{ ...where, message, suggestion: 'Commit it, or name another file.' }];
    }
    const read = readPlaybook(text);
    return read.ok ? [] : problemLines(read.problems, file).map((line) => ({ ...where, message: line }));
  });
  return (await Promise.all(problems)).flat();
}

function* playbooksIn(setting: unknown, path: readonly (string | number)[]): Generator<Named> {
  if (typeof setting !== 'object' || setting === null) return;
  if ('use' in setting && setting.use === 'playbook' && 'file' in setting && typeof setting.file === 'string')
    yield { path, file: setting.file };
  for (const [key, inner] of Object.entries(setting))
    yield* playbooksIn(inner, [...path, Array.isArray(setting) ? Number(key) : key]);
}
