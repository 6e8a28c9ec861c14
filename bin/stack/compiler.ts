import { findProgram } from '#server/process/find-program.ts';

/** Programs that building firmware on this host needs, by the Debian package that brings them. */
const tools = { gcc: 'gcc', make: 'make' } as const;

/** One sentence about missing build tools, or `undefined`; the stack runs without them, as for work on other hosts. */
export function missingCompiler(path = ''): string | undefined {
  const missing = Object.entries(tools).filter(([program]) => findProgram(program, process.cwd(), path) === undefined);
  if (missing.length === 0) return undefined;
  const programs = missing.map(([program]) => program).join(' and ');
  const packages = missing.map(([, name]) => name).join(' ');
  return `${programs} not found, so firmware cannot be built on this host: install with “apt-get install ${packages}”.`;
}
