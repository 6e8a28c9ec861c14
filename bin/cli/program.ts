import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { taskStatuses } from '#lib/prd/states.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { addBoards } from './board-commands.ts';
import { does } from './does.ts';
import { addReports } from './report-commands.ts';

const runArgument = () => new Argument('<run>', 'its number (12 or #12) or the beginning of its id');
const json = () => new Option('--json', 'print one line of JSON on stdout');
const reason = () => new Option('--reason <text>', 'why, for the trace').default('');
const mode = () => new Option('--mode <mode>', 'who is around').choices(['interactive', 'ci', 'auto']);
const maxIterations = () => new Option('--max-iterations <n>', 'iterations after which the run ends').argParser(whole);
const timeoutMinutes = () =>
  new Option('--timeout-minutes <n>', 'minutes after which the run ends').argParser(positive);
const atEvent = () => new Option('--if-seq <n>', 'only if the run still stands at this event').argParser(whole);

/** Every command with its options. */
export function createProgram(): Command {
  const program = new Command('firmloop')
    .description('Runs state machines over real firmware until they stop for a stated reason.')
    .version(packageFile.version)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'firmloop: ')) })
    .helpCommand(true);
  addRun(program);
  addLooks(program);
  addControls(program);
  addBoards(program);
  addResults(program);
  addReports(program);
  addKeeping(program);
  addTokens(program);
  addKeys(program);
  addOffline(program);
  return program;
}

function addRun(program: Command): void {
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

function addLooks(program: Command): void {
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

const controls = [
  ['pause', 'start nothing new; what runs may finish'],
  ['resume', 'go on after a pause'],
  ['abort', 'stop what runs and end the run; the best patch is kept'],
] as const;

function addControls(program: Command): void {
  for (const [name, description] of controls) {
    program
      .command(name)
      .description(description)
      .addArgument(runArgument())
      .addOption(reason())
      .addOption(atEvent())
      .action(does(async () => (await import('./commands/control.ts'))[name]));
  }
  program
    .command('answer')
    .description('answer the questions of a task')
    .addArgument(runArgument())
    .argument('<text>', 'the answer')
    .action(does(async () => (await import('./commands/answer.ts')).answer));
  program
    .command('confirm')
    .description(
      'say yes, or no, to what a run shows: the next call of a task, a patch, a document, an update, an instruction',
    )
    .addArgument(runArgument())
    .option('--refuse', 'say no: it is planned anew once, then given up')
    .option('--kind', 'say yes to everything of this kind in the run')
    .addOption(reason())
    .action(does(async () => (await import('./commands/answer.ts')).confirm));
  program
    .command('undo')
    .description('put the tree of a task that waits for a yes back to where it began, or to before a step of its plan')
    .addArgument(runArgument())
    .addOption(new Option('--step <n>', 'only this step and what followed').argParser(whole))
    .addOption(reason())
    .action(does(async () => (await import('./commands/answer.ts')).undo));
  program
    .command('cancel')
    .description('end a task, which is summed up with what was done, or a session before it begins')
    .addArgument(runArgument())
    .addOption(reason())
    .action(does(async () => (await import('./commands/answer.ts')).cancel));
  program
    .command('say')
    .description('tell a run what only its machine knows; a wrong event lists those that it takes')
    .addArgument(runArgument())
    .argument('<event>', 'such as CANCEL')
    .option('--with <json>', 'the fields of the event')
    .addOption(reason())
    .addOption(atEvent())
    .action(does(async () => (await import('./commands/say.ts')).say));
  program
    .command('message')
    .description('leave a note that the next agent call receives')
    .addArgument(runArgument())
    .argument('<text>', 'the note')
    .addOption(atEvent())
    .action(does(async () => (await import('./commands/control.ts')).message));
  program
    .command('limits')
    .description('change what limits a run while it goes on')
    .addArgument(runArgument())
    .addOption(maxIterations())
    .addOption(timeoutMinutes())
    .addOption(mode())
    .option('--preset <name>', 'convergence criteria: STANDARD, STRICT, BALANCED, AGGRESSIVE')
    .addOption(reason())
    .addOption(atEvent())
    .action(does(async () => (await import('./commands/limits.ts')).limits));
  program
    .command('fork')
    .description('make a new run that shares the log of another up to an event')
    .addArgument(runArgument())
    .addOption(new Option('--at <seq>', 'the last event that both share').argParser(whole).makeOptionMandatory())
    .addOption(reason())
    .action(does(async () => (await import('./commands/fork.ts')).fork));
}

function addResults(program: Command): void {
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

function addKeeping(program: Command): void {
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

function addTokens(program: Command): void {
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

function addKeys(program: Command): void {
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

function addOffline(program: Command): void {
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

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function whole(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of 1 or more.');
}

function share(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 100) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 to 100.');
}

function positive(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a number above 0.');
}
