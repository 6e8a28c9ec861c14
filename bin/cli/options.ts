import { Argument, InvalidArgumentError, Option } from 'commander';

/** The run that a command is about. */
export const runArgument = () => new Argument('<run>', 'its number (12 or #12) or the beginning of its id');

/** For programs that read what a command prints. */
export const json = () => new Option('--json', 'print one line of JSON on stdout');

/** What a person does to a run, they give a reason for. */
export const reason = () => new Option('--reason <text>', 'why, for the trace').default('');

/** Who answers where the machine asks. */
export const mode = () => new Option('--mode <mode>', 'who is around').choices(['interactive', 'ci', 'auto']);

/** A limit of a run; without it that of the file holds. */
export const maxIterations = () =>
  new Option('--max-iterations <n>', 'iterations after which the run ends').argParser(whole);

/** A limit of a run; without it that of the file holds. */
export const timeoutMinutes = () =>
  new Option('--timeout-minutes <n>', 'minutes after which the run ends').argParser(positive);

/** Refuses what would come too late. */
export const atEvent = () => new Option('--if-seq <n>', 'only if the run still stands at this event').argParser(whole);

/** Takes an option that may be repeated. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Reads a whole number of 1 or more. */
export function whole(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of 1 or more.');
}

function positive(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a number above 0.');
}
