import { resolve } from 'node:path';
import { counted } from '#lib/format/count.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { placeFromEnvironment } from '../../stack/options.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { withStack } from '../with-stack.ts';

/** `firmloop restore`: puts a backup in the place of an empty database, or of a full one when that is asked for. */
export async function restore(file: string, { replace }: { readonly replace?: true }): Promise<ExitCode> {
  const path = resolve(file);
  const { home } = placeFromEnvironment(process.env);
  await withStack({ runner: false }, async ({ databaseUrl, interrupts }) => {
    const { header, footer, migrated } = await restoreBackup(databaseUrl, path, {
      replace: replace === true,
      home,
      actor: actor(),
      signal: interrupts.first,
    });
    const runs = counted(footer.rows.run ?? 0, 'run').replaceAll('\u00a0', ' ');
    console.log(`Restored ${runs} as of ${header.takenAt}. Everybody signs in anew; what was in work goes on.`);
    if (migrated.length > 0) console.log(`Brought it to this release: ${migrated.join(', ')}.`);
  });
  return exitCode.success;
}
