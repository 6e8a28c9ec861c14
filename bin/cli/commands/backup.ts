import { resolve } from 'node:path';
import { bytes as inBytes } from '#lib/format/bytes.ts';
import { counted } from '#lib/format/count.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { writeAudit } from '#server/store/audit.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { withStack } from '../with-stack.ts';

/** `firmloop backup`: everything that is stored, in one file; the stack may go on meanwhile. */
export async function backup(file: string): Promise<ExitCode> {
  const path = resolve(file);
  await withStack({ runner: false }, async ({ databaseUrl, pool, interrupts }) => {
    const { bytes, sha256, rows } = await writeBackup(databaseUrl, path, interrupts.first);
    await writeAudit(pool, {
      actor: actor(),
      action: 'database.backup',
      targetKind: 'database',
      targetId: path,
      door: 'cli',
      after: { bytes, sha256 },
    });
    const runs = counted(rows.run ?? 0, 'run');
    const artifacts = counted(rows.artifact ?? 0, 'artifact');
    console.log(`${path}: ${runs}, ${artifacts}, ${inBytes(bytes)}.`.replaceAll('\u00a0', ' '));
    console.log(`SHA-256 of its contents: ${sha256}`);
  });
  return exitCode.success;
}
