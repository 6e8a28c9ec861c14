import { DomainError } from '../../errors.ts';

/**
 * A repeated group whose own first and last parts are repeated, such as `(a+)+` or `(\w+\s*)*`: its time can double with
 * each character. A group that begins with a fixed part, such as `(?: \w+)*`, is harmless.
 */
const nestedRepetition =
  /\((?:\?(?::|<\w+>))?(?:\\.|\[[^\]]*\]|[^\\[()])(?:[+*]|\{\d+,\d*\})(?:[^()]*[+*}])?\)(?:[+*]|\{\d+,)/;

/**
 * Compiles a user's expression. An expression that cannot be compiled, or that could run for ever on one line, is
 * refused with the position of the first character at fault.
 */
export function compilePattern(source: string, groups: readonly string[]): RegExp {
  const compiled = tryCompile(source);
  if (compiled === undefined) {
    const position = faultPosition(source);
    throw new DomainError('BAD_INPUT', `The expression "${source}" is not valid at character ${position + 1}.`, {
      next: `Look at "${source.slice(position, position + 10)}": a bracket may not be closed, or a repetition repeats nothing.`,
    });
  }
  const nested = nestedRepetition.exec(source);
  if (nested !== null) {
    throw new DomainError('BAD_INPUT', `The expression repeats a repetition at character ${nested.index + 1}.`, {
      next: `Write "${nested[0]}" without the outer or the inner repetition: it could run for ever on one line.`,
    });
  }
  for (const group of groups) {
    if (source.includes(`(?<${group}>`)) continue;
    throw new DomainError('BAD_INPUT', `The expression "${source}" has no group "${group}".`, {
      next: `Name the part of the line that holds it: (?<${group}>…).`,
    });
  }
  return compiled;
}

function tryCompile(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

/** The end of the longest beginning that is still an expression: what comes next is what broke it. */
function faultPosition(source: string): number {
  for (let length = source.length - 1; length > 0; length -= 1) {
    if (tryCompile(source.slice(0, length)) !== undefined) return length;
  }
  return 0;
}
