import type { Symbols } from '../syntax/symbols.ts';

/** What the linker misses, with where the project has it. It is told and not guessed: the list of sources is the team's. */
export function linkerFindings(output: string, symbols: Symbols): string[] {
  const missing = new Set(
    [...output.matchAll(/undefined reference to [`'‘](\w+)['’]/g)].flatMap(([, name]) => name ?? []),
  );
  const twice = new Set(
    [...output.matchAll(/multiple definition of [`'‘](\w+)['’]/g)].flatMap(([, name]) => name ?? []),
  );
  return [
    ...[...missing].map((name) => {
      const home = symbols.homes.get(name);
      if (home?.endsWith('.c')) return `the linker misses ${name}: ${home} defines it and is not linked`;
      return `the linker misses ${name}: ${home === undefined ? 'no file of the project declares it' : `${home} declares it, and no file that is linked defines it`}`;
    }),
    ...[...twice].map((name) => `the linker finds ${name} more than once`),
  ];
}
