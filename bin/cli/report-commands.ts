import { type Command, Option } from 'commander';
import { reportIds } from '#lib/report/reports.ts';
import { does } from './does.ts';

const json = () => new Option('--json', 'print one line of JSON on stdout');

/** What can be asked of history. */
export function addReports(program: Command): void {
  program
    .command('report')
    .description('answer a question from the history of runs, results and boards')
    .argument('[id]', `one of ${reportIds.join(', ')}; without it they are listed`)
    .option('--project <name>', 'of one project')
    .option('--branch <name>', 'of one branch')
    .option('--environment <name>', 'of one environment')
    .option('--board-type <name>', 'of one type of board')
    .option('--from <day>', 'first day, such as 2026-11-01; by default thirteen weeks before the last')
    .option('--to <day>', 'last day; by default today')
    .addOption(new Option('--by <period>', 'how long a period is').choices(['day', 'week']))
    .addOption(json().conflicts('csv'))
    .option('--csv', 'print a CSV file on stdout')
    .action(does(async () => (await import('./commands/report.ts')).report));
}
