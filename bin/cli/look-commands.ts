import { type Command, InvalidArgumentError, Option } from 'commander';
import { taskStatuses } from '#lib/prd/states.ts';
import { does } from './does.ts';
import { json, runArgument, whole } from './options.ts';

/** What says where runs stand and how they came there. */
export function addLooks(program: Command): void {
  program
    .command('runs')
    .description('list runs, newest first')
    .option('--live', 'only those that have not ended')
    .addOption(new Option('--limit <n>', 'how many').argParser(whole).default(20))
    .addOption(json())
    .action(does(async () => (await import('./commands/runs.ts')).runs));
  program
    .command('status')
    .description('say where a run stands, or what is going on')
    .argument('[run]', 'its number (12 or #12) or the beginning of its id')
    .addOption(json())
    .action(does(async () => (await import('./commands/status.ts')).status));
  program
    .command('progress')
    .description('say where a session of the PRD agent stands, or report progress to it')
    .argument('<run>', 'its number, the beginning of its id, or a folder with its active_context.md')
    .option('--task <id>', 'the task of the document that the report is about')
    .addOption(new Option('--status <status>', 'what has become of it').choices([...taskStatuses]))
    .addOption(new Option('--percent <n>', 'how far it is').argParser(share))
    .option('--note <text>', 'what there is to say')
    .addOption(json())
    .action(does(async () => (await import('./commands/progress.ts')).progress));
  program
    .command('trace')
    .description('print every transition of a run with its reason')
    .addArgument(runArgument())
    .addOption(json())
    .action(does(async () => (await import('./commands/trace.ts')).trace));
  program
    .command('replay')
    .description('fold the log of a run again and compare it with what is stored')
    .addArgument(runArgument())
    .addOption(json())
    .action(does(async () => (await import('./commands/replay.ts')).replay));
}

function share(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 100) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 to 100.');
}
