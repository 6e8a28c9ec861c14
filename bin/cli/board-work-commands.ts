import { Argument, type Command, Option } from 'commander';
import { does } from './does.ts';
import { json } from './options.ts';

/** What can be done with a board where it stands. */
export function addBoardWork(boards: Command): void {
  boards
    .command('power')
    .description('switch a board, or tell whether it is on: under your lease, or while nobody has it')
    .argument('<board>', 'its name')
    .addArgument(new Argument('<action>', 'what to do').choices(['on', 'off', 'cycle', 'read']))
    .addOption(json())
    .action(does(async () => (await import('./commands/boards/power.ts')).boardsPower));
  boards
    .command('console')
    .description('talk with a board under your lease; Ctrl-] leaves')
    .argument('<board>', 'its name')
    .option('--watch', 'only read what is said under any lease')
    .option('--replay <session>', 'print a talk that is over; `latest` is the newest one')
    .addOption(json())
    .action(does(async () => (await import('./commands/boards/console.ts')).boardsConsole));
  boards
    .command('health')
    .description('show how reliable a board is, check it, or say what it is worth')
    .argument('<board>', 'its name')
    .option('--check', 'check it now: switch, console, heartbeat, golden image')
    .addOption(new Option('--set <health>', 'say what it is worth').choices(['good', 'bad', 'maintenance', 'retired']))
    .option('--reason <text>', 'why; needed with --set')
    .addOption(json())
    .action(does(async () => (await import('./commands/boards/health.ts')).boardsHealth));
  boards
    .command('check-plan')
    .description('show or change how boards of a type are checked')
    .argument('<type>', 'the type of board')
    .option('--every <time>', 'check boards that nobody has so often: 24h; `never` stops it')
    .option('--before-work', 'check a board that is due before somebody works with it')
    .option('--no-before-work', 'do not')
    .option('--failures <n>', 'so many infrastructure failures in a row make a board suspect')
    .option('--heartbeat <expression>', 'a console line that each board prints when it is switched on')
    .option('--no-heartbeat', 'no such line')
    .option('--golden <file>', 'an image that is known to work; needs --expects')
    .option('--no-golden', 'no such image')
    .option('--expects <expression>', 'the line that the golden image prints on a good board')
    .option('--within <time>', 'how long to wait for the heartbeat and for the golden image, each')
    .addOption(json())
    .action(does(async () => (await import('./commands/boards/check-plan.ts')).boardsCheckPlan));
}
