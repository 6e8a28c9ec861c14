import { type Command, Option } from 'commander';
import { does } from './does.ts';
import { collect, json, whole } from './options.ts';

/** Who and what may come in. */
export function addTokens(program: Command): void {
  program
    .command('link')
    .description('print a link that signs in the owner of the running stack, once')
    .action(does(async () => (await import('./commands/link.ts')).link));
  const days = () => new Option('--days <n>', 'days after which it ends').argParser(whole).default(90);
  const token = program
    .command('token')
    .description('let programs and runners in, see who has come, and turn them away');
  token
    .command('create')
    .description('print a token of the owner, or with --runner the address a runner starts with; shown once')
    .argument('<name>', 'what it is for, as the audit log shall call it')
    .option('--scope <permission>', 'what it may do, such as runs:read; repeat it for several', collect)
    .option('--runner', 'a database role that can do what runners do, instead of a token')
    .option('--site <name>', 'with --runner: the one site that it serves')
    .addOption(days())
    .addOption(json())
    .action(does(async () => (await import('./commands/token.ts')).tokenCreate));
  token
    .command('list')
    .description('list tokens and runner identities, and when each was used last')
    .addOption(json())
    .action(does(async () => (await import('./commands/token.ts')).tokenList));
  token
    .command('revoke')
    .description('end a token or a runner identity at once')
    .argument('<id>', 'its id, as `firmloop token list` shows it')
    .action(does(async () => (await import('./commands/token.ts')).tokenRevoke));
}

/** The keys that agents work with. */
export function addKeys(program: Command): void {
  const keys = program.command('keys').description('keep the keys that agents work with, sealed');
  keys
    .command('set')
    .description('seal the key that comes on stdin; a running stack uses it from its next question on')
    .argument('<name>', 'as project files call it, such as OPENAI_API_KEY')
    .action(does(async () => (await import('./commands/keys.ts')).keysSet));
  keys
    .command('list')
    .description('list the keys without their values')
    .addOption(json())
    .action(does(async () => (await import('./commands/keys.ts')).keysList));
  keys
    .command('remove')
    .description('remove a key; agents that need it say so from then on')
    .argument('<name>', 'its name')
    .action(does(async () => (await import('./commands/keys.ts')).keysRemove));
}
