import type { BuildOffer, ProjectFacts } from './facts.ts';

const executable = /add_executable\s*\(\s*"?([\w.+-]+)/gi;
const testOption = /option\s*\(\s*(\w*TEST\w*)\s+(?:"[^"]*"|\w+)\s+"?(?:OFF|FALSE|NO|0)\b/gi;

/** Folders that may hold a CMake project, the likeliest first: libraries often keep their tests as a project of its own. */
const folders = ['', 'test', 'tests', 'unit_test', 'unit-test', 'unittest', 'test/unit-test'];

/** What CMake offers: CTest where it has tests, else the programs that are named like tests. Null without a project at the top or in a folder of tests. */
export function readCmake({ buildFiles }: ProjectFacts): BuildOffer | null {
  const offers = folders.flatMap((folder) => offerOf(folder, buildFiles) ?? []);
  return offers.find(({ tests }) => tests.length > 0) ?? offers[0] ?? null;
}

function offerOf(folder: string, buildFiles: ProjectFacts['buildFiles']): BuildOffer | null {
  const prefix = folder === '' ? '' : `${folder}/`;
  const top = buildFiles[`${prefix}CMakeLists.txt`];
  if (top === undefined || (folder !== '' && !startsProject(top))) return null;
  const lists = Object.entries(buildFiles)
    .filter(([path]) => path.startsWith(prefix) && /(?:^|\/)CMakeLists\.txt$/.test(path))
    .filter(([path]) => folder !== '' || !standsAlone(path, buildFiles))
    .map(([path, text]) => [path.slice(prefix.length), text] as const);
  const texts = lists.map(([, text]) => text.replaceAll(/#.*$/gm, '')).join('\n');
  const options = [...texts.matchAll(testOption)].map(([, name = '']) => name);
  const hasTests = /\b(?:add_test|gtest_discover_tests|catch_discover_tests)\s*\(/i.test(texts);
  const switches = options.map((name) => ` -D${name}=ON`).join('');
  return {
    system: 'cmake',
    builds: [`cmake -S ${folder || '.'} -B build${switches} && cmake --build build -j2`],
    tests: hasTests ? ['ctest --test-dir build --output-on-failure'] : lists.flatMap(testProgramsOf),
    clean: 'cmake --build build --target clean',
    requires: ['cmake', 'cc', ...(/project\s*\([^)]*\bCXX\b/i.test(top) ? ['c++'] : [])],
    junit: null,
    notes: options.length > 0 ? [`The tests are switched on with ${options.join(', ')}.`] : [],
  };
}

/** Whether a list belongs to a project in a folder of tests that the top does not build. */
function standsAlone(path: string, buildFiles: ProjectFacts['buildFiles']): boolean {
  const folder = folders.find((each) => each !== '' && path.startsWith(`${each}/`));
  if (folder === undefined || !startsProject(buildFiles[`${folder}/CMakeLists.txt`])) return false;
  return !new RegExp(`add_subdirectory\\s*\\([^)]*\\b${folder}\\b`, 'i').test(buildFiles['CMakeLists.txt'] ?? '');
}

function startsProject(text: string | undefined): boolean {
  return text !== undefined && /^\s*project\s*\(/im.test(text);
}

/** CMake leaves a program in the build folder's copy of the folder that describes it. */
function testProgramsOf([path, text]: readonly [string, string]): string[] {
  const folder = path.replace(/\/?CMakeLists\.txt$/, '');
  const names = [...text.replaceAll(/#.*$/gm, '').matchAll(executable)].map(([, name = '']) => name);
  return names
    .filter((name) => /test/i.test(name))
    .map((name) => `./${['build', folder, name].filter(Boolean).join('/')}`);
}
