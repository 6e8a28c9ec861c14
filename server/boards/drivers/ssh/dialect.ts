import type { RemoteCommand } from '../capabilities.ts';

/** The words of a far shell. */
export interface Dialect {
  /** A line that runs the command so that all its processes can be found again by the marks. */
  start(command: RemoteCommand, marks: Marks): string;
  /** A line that ends what carries the mark, and prints the numbers of processes that could not be ended. */
  sweep(marks: Marks): string;
  /** Takes output as it comes and gives it back as UTF-8 or as it was. */
  decoder(): (bytes: Buffer) => Buffer;
  /** A program that was not there, which a shell tells by a status; null for any other end. */
  notThere(command: RemoteCommand, exitCode: number | null): string | null;
  /** Nothing was printed and the status is 0: true where that means that the command was never run. */
  readonly doubtsSilence: boolean;
}

/** What the processes of one command carry in their environment. */
export interface Marks {
  readonly activity: string;
  readonly command: string;
}
