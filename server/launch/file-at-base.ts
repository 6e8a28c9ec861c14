import type { Git } from '#server/workspace/git.ts';
import type { Firmware } from './find-firmware.ts';

/** A file of the project as the base commit of its launch has it; null when it has none. */
export async function fileAtBase(
  git: Git,
  { repository, subdirectory, baseCommit }: Firmware,
  file: string,
): Promise<string | null> {
  const path = subdirectory === '' ? file : `${subdirectory}/${file}`;
  const shown = await git(['show', `${baseCommit}:${path}`], { cwd: repository });
  return shown.ok ? shown.stdout : null;
}
