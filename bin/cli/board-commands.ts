import { Argument, type Command, Option } from 'commander';
import { addBoardWork } from './board-work-commands.ts';
import { does } from './does.ts';
import { json } from './options.ts';

const reservation = () => new Argument('<reservation>', 'its number, its lease, or the board that it has now');
const site = (description: string) => new Option('--site <name>', description);

/** What can be done with boards and reservations. */
export function addBoards(program: Command): void {
  const boards = program.command('boards').description('see, describe and try the boards of the farm');
  boards
    .command('list')
    .description('list boards with their health and who has them')
    .addOption(site('only those at this site'))
    .option('--all', 'also boards that are retired')
    .addOption(json())
    .action(does(async () => (await import('./commands/boards/list.ts')).boardsList));
  boards
    .command('show')
    .description('show one board with its connections and its latest history')
    .argument('<board>', 'its name')
    .addOption(json())
    .action(does(async () => (await import('./commands/boards/show.ts')).boardsShow));
  boards
    .command('import')
    .description('take over a list of boards: our own YAML, a Twister hardware map, labgrid places or an exporter')
    .argument('<file>', 'the file, or - for stdin')
    .option('--dry-run', 'say what would change, and change nothing')
    .addOption(site('where boards stand whose file does not say so').default('lab'))
    .addOption(json())
    .action(does(async () => (await import('./commands/boards/import.ts')).boardsImport));
  boards
    .command('export')
    .description('print the inventory as YAML that `import` reads again')
    .addOption(site('only boards at this site'))
    .action(does(async () => (await import('./commands/boards/export.ts')).boardsExport));
  addBoardWork(boards);
  addReservations(program);
  program
    .command('runner')
    .description('start a runner for the stack of DATABASE_URL, or of this home, until it is told to stop')
    .addOption(site('do the work of this site alone'))
    .action(does(async () => (await import('./commands/runner.ts')).runner));
}

function addReservations(program: Command): void {
  program
    .command('reserve')
    .description('reserve boards: now, at a time, or when their turn comes')
    .argument('<selector...>', 'a board’s name, or conditions: type=stm32f4 tag=can; a comma separates several boards')
    .requiredOption('--for <time>', 'for how long: 2h, 30m')
    .option('--from <time>', 'from when: 14:30, 2026-12-24T09:00 or with a zone; now when left out')
    .option('--wait', 'stand in the queue until the boards are free, and wait for it')
    .option('--purpose <text>', 'what for, as others read it', '')
    .addOption(json())
    .action(does(async () => (await import('./commands/reserve.ts')).reserveBoards));
  program
    .command('extend')
    .description('keep boards for longer')
    .addArgument(reservation())
    .requiredOption('--for <time>', 'how much longer: 30m')
    .addOption(json())
    .action(does(async () => (await import('./commands/reservations.ts')).extendReservation));
  program
    .command('release')
    .description('give boards back, or leave the queue')
    .addArgument(reservation())
    .option('--reason <text>', 'why; needed for what somebody else has', '')
    .addOption(json())
    .action(does(async () => (await import('./commands/reservations.ts')).releaseReservation));
}
