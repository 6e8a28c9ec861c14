import type { Command } from 'commander';
import { does } from './does.ts';

/** What keeps everything in a file, and brings it back. */
export function addKeeping(program: Command): void {
  program
    .command('backup')
    .description('write everything that is stored into one file; the stack may go on meanwhile')
    .argument('<file>', 'the file to write; it must not be there yet')
    .action(does(async () => (await import('./commands/backup.ts')).backup));
  program
    .command('restore')
    .description('fill an empty database from a backup of this or an older release')
    .argument('<file>', 'a file that `firmloop backup` wrote')
    .option('--replace', 'throw away what the database holds now')
    .action(does(async () => (await import('./commands/restore.ts')).restore));
}
