import { type ConfigAnswer, parseConfig } from '#lib/config/parse.ts';
import type { Git } from '#server/workspace/git.ts';

/** Name of the project file, in the project's folder. */
export const projectFile = 'firmloop.yaml';

export type ProjectFile =
  | { readonly found: true; readonly text: string; readonly answer: ConfigAnswer }
  | { readonly found: false; readonly reason: string };

/** Reads the project file as it is in a commit: what lies uncommitted in the user's tree does not count. */
export async function readProjectFile(
  git: Git,
  at: { repository: string; subdirectory: string; commit: string },
): Promise<ProjectFile> {
  const path = at.subdirectory === '' ? projectFile : `${at.subdirectory}/${projectFile}`;
  const shown = await git(['show', `${at.commit}:${path}`], { cwd: at.repository });
  if (!shown.ok) {
    const reason = `commit ${at.commit.slice(0, 12)} has no ${path}: write one and commit it (\`firmloop config --schema\` prints its schema)`;
    return { found: false, reason };
  }
  return { found: true, text: shown.stdout, answer: parseConfig(shown.stdout) };
}
