import { type Command, InvalidArgumentError, Option } from 'commander';
import { reportIds } from '#lib/report/reports.ts';
import { retentionKindNames } from '#lib/retention/kinds.ts';
import type { KeepChange } from './commands/retention.ts';
import { does } from './does.ts';
import { json } from './options.ts';

/** What can be asked of history, and how long it is kept. */
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
  program
    .command('retention')
    .description('say what is kept for how long and what would go; pinned runs keep everything')
    .option(
      '--keep <kind=days>',
      `keep a kind so many days, or \`for-ever\`; kinds are ${retentionKindNames.join(', ')}; repeat it`,
      keepChange,
    )
    .option('--pin <run>', 'keep everything of a run')
    .option('--why <reason>', 'why the run is pinned')
    .option('--unpin <run>', 'let the rules apply to a run again')
    .option('--apply', 'remove now what the daily round would')
    .addOption(json())
    .action(does(async () => (await import('./commands/retention.ts')).retention));
}

function keepChange(text: string, before: readonly KeepChange[] | undefined): readonly KeepChange[] {
  const [, name, length = ''] = /^([a-z]+)=(\d{1,5}|for-ever)$/.exec(text) ?? [];
  const kind = retentionKindNames.find((one) => one === name);
  if (kind === undefined || length === '0')
    throw new InvalidArgumentError('It must look like logs=90 or logs=for-ever.');
  return [...(before ?? []), { kind, days: length === 'for-ever' ? null : Number(length) }];
}
