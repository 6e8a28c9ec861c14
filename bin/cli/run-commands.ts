import type { Command } from 'commander';
import { does } from './does.ts';
import { collect, json, maxIterations, mode, timeoutMinutes } from './options.ts';

/** What launches a run. */
export function addRun(program: Command): void {
  program
    .command('run')
    .description('launch a run on a folder with firmware and follow it to its end')
    .argument('<dir>', 'folder with a firmloop.yaml, under git')
    .option('--env <name>', 'environment of firmloop.yaml to test in')
    .option('--agent <name>', 'agent of firmloop.yaml; repeat it for several, asked in this order', collect)
    .addOption(mode())
    .option('--preset <name>', 'convergence criteria: STANDARD, STRICT, BALANCED, AGGRESSIVE')
    .addOption(maxIterations())
    .addOption(timeoutMinutes())
    .option('--ref <ref>', 'branch, tag or commit to start from')
    .option('--goal <text>', 'what to reach, in a sentence')
    .option(
      '--set <setting=value>',
      'a setting of criteria, plateau or limits in place of the file; repeat it',
      collect,
    )
    .option(
      '--log <file>',
      'a log that shows the failure, or a ZIP or tar file of them; repeat it for several',
      collect,
    )
    .option('--snapshot', 'start on the folder as it lies there, for one that is not under git')
    .option('--patch <file>', 'write the result into a patch file too')
    .option('--dry-run', 'say what would be launched, and launch nothing')
    .addOption(json())
    .action(does(async () => (await import('./commands/run.ts')).run));
}
