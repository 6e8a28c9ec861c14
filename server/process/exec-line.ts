import { realpathSync } from 'node:fs';
import { basename } from 'node:path';

/** What dash does itself when it is the first word of a line: reserved words and built-in commands. */
const ownWords = new Set(
  (
    'if then else elif fi do done case esac while until for in . : alias bg break cd chdir command continue echo eval exec ' +
    'exit export false fc fg getopts hash jobs kill local printf pwd read readonly return set shift test times trap true type ' +
    'ulimit umask unalias unset wait'
  ).split(' '),
);

/** A program and its words, one blank between two, without a character that means something to a shell; `a=b` first would be an assignment. */
const plainWords = /^(?:exec )?([\w./+,:@-]+)(?: [\w./+,:@%=-]+)*$/;

/** Longer ones are not worth looking at, and the pattern is no match for megabytes. */
const longest = 4_096;

let dashIsShell: boolean | undefined;

/**
 * A line that only starts one program, such as `make -j2`, as the line by which that program takes the place of the shell.
 * Undefined for any other line, and where `/bin/sh` is another shell than dash: those do so by themselves, while dash would wait
 * beside the program. What dash says of a program that is not there begins with `exec: ` then, and a signal that ends the
 * program is seen as such and not as a status above 128.
 */
export function execLine(line: string): string | undefined {
  const program = line.length > longest ? undefined : plainWords.exec(line)?.[1];
  if (program === undefined || program.startsWith('-') || ownWords.has(program)) return undefined;
  dashIsShell ??= basename(realpathSync.native('/bin/sh')) === 'dash';
  if (!dashIsShell) return undefined;
  return line.startsWith('exec ') ? line : `exec ${line}`;
}
