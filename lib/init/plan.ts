import type { BuildOffer, BuildSystem, ProjectFacts } from './facts.ts';
import { frameworkFormat, type ResultsGuess } from './frameworks.ts';
import { readCmake } from './read-cmake.ts';
import { readMake } from './read-make.ts';
import { readMeson } from './read-meson.ts';
import { readPlatformio } from './read-platformio.ts';

/** What will be written, and what else could be tried in its place. */
export interface InitPlan {
  readonly name: string;
  /** Null when no build system was recognised. */
  readonly offer: BuildOffer | null;
  readonly results: ResultsGuess;
  /** The folders that hold the firmware, as globs; none when that cannot be told. */
  readonly sources: readonly string[];
  /** A folder with prepared patches. */
  readonly patches: string | null;
  /** The same project by other build systems that it describes: where the first does not work, they are worth trying. */
  readonly others: readonly InitPlan[];
}

/** A project with several keeps the first one that has tests: the more a system knows of tests, the earlier it stands. */
const readers = {
  platformio: readPlatformio,
  cmake: readCmake,
  meson: readMeson,
  make: readMake,
} as const satisfies Record<BuildSystem, (facts: ProjectFacts) => BuildOffer | null>;

/** Decides what a project file says of a project. Nothing is run: what only a trial can tell is left as alternatives. */
export function planProject(facts: ProjectFacts): InitPlan {
  const offers = Object.values(readers).flatMap((read) => read(facts) ?? []);
  const [offer = offers[0] ?? null, ...others] = offers.filter(({ tests }) => tests.length > 0);
  return { ...planOf(facts, offer), others: others.map((other) => ({ ...planOf(facts, other), others: [] })) };
}

function planOf(facts: ProjectFacts, offer: BuildOffer | null): Omit<InitPlan, 'others'> {
  return {
    name: nameOf(facts.name),
    offer,
    results: resultsOf(facts, offer),
    sources: ['src', 'include', 'lib', 'source', 'inc']
      .filter((folder) => holdsSources(facts, folder))
      .map((folder) => `${folder}/**`),
    patches: facts.files.some((path) => /^patches\/.*\.(?:patch|diff)$/.test(path)) ? 'patches' : null,
  };
}

const byExitCode: ResultsGuess = {
  format: 'exit-code',
  pattern: null,
  files: [],
  because: 'no test framework was recognised, so the whole command counts as one test',
};

function resultsOf({ includes }: ProjectFacts, offer: BuildOffer | null): ResultsGuess {
  if (offer?.junit != null)
    return { format: 'junit', pattern: null, files: [offer.junit], because: 'the tests write a report' };
  if (offer?.tests[0]?.startsWith('ctest'))
    return { format: 'ctest', pattern: null, files: [], because: 'CTest runs the tests' };
  return frameworkFormat(includes) ?? byExitCode;
}

function holdsSources({ files }: ProjectFacts, folder: string): boolean {
  return files.some((path) => path.startsWith(`${folder}/`) && /\.(?:c|cc|cpp|h|hpp|s|S|rs)$/.test(path));
}

/** `name` of a project file has up to 64 letters, digits, dots, dashes and underscores. */
function nameOf(folder: string): string {
  const name = folder
    .normalize('NFKD')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 64);
  return name === '' ? 'firmware' : name;
}
