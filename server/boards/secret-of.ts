import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Secrets of boards that this runner has: from its environment, else from the folder `board-secrets` of its data folder. */
export function boardSecrets(
  home: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): (name: string) => Promise<string | null> {
  return async (name) => {
    const variable = `FIRMLOOP_BOARD_${name.toUpperCase().replaceAll('-', '_')}`;
    const given = environment[variable];
    if (given) return given;
    const text = await readFile(join(home, 'board-secrets', name), 'utf8').catch(() => null);
    // A key ends with its line end, a password does not.
    return text === null || text.startsWith('-----BEGIN') ? text : text.trimEnd();
  };
}
