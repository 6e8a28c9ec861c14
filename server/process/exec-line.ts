/** What a shell does itself, or may do itself, when it is the first word of a line: reserved words and built-in commands. */
const ownWords = new Set(
  (
    'if then else elif fi do done case esac while until for in function select time coproc ' +
    'alias bg bind break builtin caller cd chdir command compgen complete compopt continue declare dirs disown echo enable ' +
    'eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf print pushd ' +
    'pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask ' +
    'unalias unset wait whence . :'
  ).split(' '),
);

/** Words without a character that means something to a shell; the first one is no assignment. */
const plainWords = /^(?:exec )?([\w./+,:@-]+)(?: [\w./+,:@%=-]+)*$/;

/**
 * A line that only starts one program, such as `make -j2`, as one that puts it in the shell's place: the same but for the shell
 * that would wait beside it. Undefined for any other line.
 */
export function execLine(line: string): string | undefined {
  const program = plainWords.exec(line)?.[1];
  if (program === undefined || program.startsWith('-') || ownWords.has(program)) return undefined;
  return line.startsWith('exec ') ? line : `exec ${line}`;
}
