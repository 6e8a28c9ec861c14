import type { Command } from '#lib/config/scalars.ts';
import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { CommandSpec } from '#server/process/command.ts';
import type { Part } from './environment.ts';

type HostConfig = Extract<EnvironmentConfig, { type: 'host' }>;

/** What a test command is run with, wherever it runs. */
export type TestSettings = Pick<HostConfig, 'test' | 'env' | 'timeout' | 'silence'>;

export type NamedCommand = Pick<Part, 'name' | 'results'> & { readonly command: Command };

/** The parts of the tests, in the order in which they run; a single command is the part `tests`. */
export function namedCommands({ test }: Pick<TestSettings, 'test'>): NamedCommand[] {
  if (typeof test === 'string') return [{ name: 'tests', command: test, results: null }];
  const words = test.filter((word) => typeof word === 'string');
  if (words.length > 0) return [{ name: 'tests', command: words, results: null }];
  return test.flatMap((part) =>
    typeof part === 'string' ? [] : [{ name: part.name, command: part.command, results: part.results ?? null }],
  );
}

/** A command as it is started. */
export function argvOf(command: Command): CommandSpec['argv'] {
  if (typeof command === 'string') return { shell: command };
  const [program = '', ...rest] = command;
  return [program, ...rest];
}

/** A command as it is written in a shell. */
export function shownCommand(command: Command): string {
  if (typeof command === 'string') return command;
  return command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}
