import type { Command } from 'commander';
import { does } from './does.ts';
import { json, maxIterations } from './options.ts';

/** What needs no stack. */
export function addOffline(program: Command): void {
  program
    .command('init')
    .description('write a firmloop.yaml from what a folder with firmware looks like')
    .argument('[dir]', 'folder with a Makefile, CMakeLists.txt, meson.build or platformio.ini', '.')
    .option('--check', 'build and test a private copy once, and write what works')
    .option('--print', 'print the file instead of writing it')
    .option('--force', 'write over a firmloop.yaml that is there')
    .action(does(async () => (await import('./commands/init.ts')).init));
  program
    .command('config')
    .description('print every setting of a firmloop.yaml, where it is from and what it means')
    .argument('[dir]', 'folder with a firmloop.yaml', '.')
    .option('--schema', 'print the JSON schema of the file, for editors')
    .addOption(json())
    .action(does(async () => (await import('./commands/config.ts')).config));
  program
    .command('judge')
    .description('judge a history of results after each of its iterations')
    .argument('<history>', 'file with {"iterations": [{"passed": 80, "total": 100}, …]}, or - for stdin')
    .option('--criteria <preset|file>', 'a preset, or a JSON or YAML file', 'STANDARD')
    .addOption(maxIterations())
    .addOption(json())
    .action(does(async () => (await import('./commands/judge.ts')).judge));
  program
    .command('policy')
    .description('what a patch may do')
    .command('check')
    .description('say what the policy of a folder finds in a patch, and how risky it is')
    .argument('<patch>', 'file with a unified diff, or - for stdin')
    .option('--dir <dir>', 'folder with a firmloop.yaml, to which the paths of the patch are relative', '.')
    .addOption(json())
    .action(does(async () => (await import('./commands/policy.ts')).checkPatchPolicy));
}
