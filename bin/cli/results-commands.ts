import { type Command, Option } from 'commander';
import { does } from './does.ts';
import { collect, json, whole } from './options.ts';

/** What is known of tests, and what is said of a build by them. */
export function addResults(program: Command): void {
  const results = program.command('results').description('test results of builds and runs, and what they say together');
  results
    .command('import')
    .description('read files of test results, of whatever format, into the history of a project')
    .argument('<file...>', 'files, ZIP or tar archives of them, or - for stdin')
    .option('--project <name>', 'whose results they are; it is made if there is none')
    .option('--format <format>', 'in place of what is recognised')
    .option('--check', 'read the files and store nothing')
    .option('--branch <name>', 'branch that was built')
    .option('--commit <id>', 'commit that was built')
    .option('--build <number>', 'number of the build')
    .option('--environment <name>', 'where it was tested')
    .option('--board <name>', 'board that it was tested on')
    .option('--release <name>', 'name of the release that this build is')
    .option('--at <time>', 'when it was measured, such as 2026-11-28T04:00:00Z; by default now')
    .addOption(json())
    .action(does(async () => (await import('./commands/results-import.ts')).resultsImport));
  const project = () => new Option('--project <name>', 'whose results').makeOptionMandatory();
  results
    .command('compare')
    .description('say what became of each test between two measurements')
    .argument('<before>', 'import:12, run:5, run:5/3 (iteration 3), branch:main, release or release:v1.2')
    .argument('<after>', 'the same')
    .addOption(project())
    .addOption(json())
    .action(does(async () => (await import('./commands/results-compare.ts')).resultsCompare));
  results
    .command('gate')
    .description('judge a build by quality gates: exit code 0 when all are open, 1 when one is closed')
    .argument('<subject>', 'import:12, run:5, branch:main (its newest build), …')
    .addOption(project())
    .option('--against <what>', 'what to compare with; by default the build before on the same branch')
    .option('--gate <name>', 'no-new-failure, not-below-release or no-new-flaky; repeat it for several', collect)
    .option('--quarantine <file>', 'in place of firmloop-quarantine.yaml of the repository')
    .addOption(json())
    .action(does(async () => (await import('./commands/results-gate.ts')).resultsGate));
  results
    .command('history')
    .description('say how a test went, newest first, when it broke, and where it fails')
    .argument('<test>', 'its key, suite::name')
    .addOption(project())
    .addOption(new Option('--limit <n>', 'how many results').argParser(whole).default(100))
    .addOption(json())
    .action(does(async () => (await import('./commands/results-history.ts')).resultsHistory));
}
