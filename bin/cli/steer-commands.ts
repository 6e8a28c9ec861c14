import { type Command, Option } from 'commander';
import { does } from './does.ts';
import { atEvent, maxIterations, mode, reason, runArgument, timeoutMinutes, whole } from './options.ts';

const controls = [
  ['pause', 'start nothing new; what runs may finish'],
  ['resume', 'go on after a pause'],
  ['abort', 'stop what runs and end the run; the best patch is kept'],
] as const;

/** What people do to a run that goes on. */
export function addControls(program: Command): void {
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
