import type { BuildOffer, ProjectFacts } from './facts.ts';

const executable = /add_executable\s*\(\s*"?([\w.+-]+)/gi;
const testOption = /option\s*\(\s*(\w*TEST\w*)\s+(?:"[^"]*"|\w+)\s+"?(?:OFF|FALSE|NO|0)\b/gi;

/** A switch that a list asks for: with `option` or `set` it has a value, otherwise only who builds it gives one. */
const asked = /\bif\s*\(\s*(\w*TESTS?(?:ING)?(?:_\w+)?)\s*\)/g;
const notSwitches = /^(?:CMAKE|CTEST)_|_FOUND$/;

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
    .filter(([path]) => path.startsWith(prefix) && /(?:^|\/)CMakeLists\.txt$|\.cmake$/.test(path))
    .filter(([path]) => folder !== '' || !standsAlone(path, buildFiles))
    .map(([path, text]) => [path.slice(prefix.length), text] as const);
  const texts = lists.map(([, text]) => text.replaceAll(/#.*$/gm, '')).join('\n');
  const options = [
    ...new Set([...[...texts.matchAll(testOption)].map(([, name = '']) => name), ...unsetSwitches(texts)]),
  ];
  const hasTests = /\b(?:add_test|gtest_discover_tests|catch_discover_tests)\s*\(/i.test(texts);
  const switches = options.map((name) => ` -D${name}=ON`).join('');
  return {
    system: 'cmake',
    builds: [`cmake -S ${folder || '.'} -B build${switches} && cmake --build build -j2`],
    tests: hasTests ? ['ctest --test-dir build --output-on-failure'] : lists.flatMap(testProgramsOf),
    clean: 'cmake --build build --target clean',
    requires: ['cmake', 'cc', ...(usesCxx(top) ? ['c++'] : [])],
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

/** Names in `if(…)` that nothing in the project gives a value. Including CTest sets BUILD_TESTING. */
function unsetSwitches(texts: string): string[] {
  const names = [...texts.matchAll(asked)].map(([, name = '']) => name);
  const setByCtest = /\binclude\s*\(\s*CTest\s*\)/i.test(texts) ? 'BUILD_TESTING' : undefined;
  return names.filter(
    (name) =>
      name !== setByCtest &&
      !notSwitches.test(name) &&
      !new RegExp(`\\b(?:option|set|find_\\w+)\\s*\\(\\s*${name}\\b`, 'i').test(texts),
  );
}

/** A project that names no language has C and C++. */
function usesCxx(top: string): boolean {
  const said = /^\s*project\s*\(([^)]*)\)/im.exec(top)?.[1];
  return said !== undefined && (/\bCXX\b/.test(said) || !/\b(?:C|ASM|NONE)\b/.test(said.replaceAll(/"[^"]*"/g, '')));
}

function startsProject(text: string | undefined): boolean {
  return text !== undefined && /^\s*project\s*\(/im.test(text);
}

/** CMake leaves a program in the build folder's copy of the folder that describes it. */
function testProgramsOf([path, text]: readonly [string, string]): string[] {
  if (!path.endsWith('CMakeLists.txt')) return [];
  const folder = path.replace(/\/?CMakeLists\.txt$/, '');
  const names = [...text.replaceAll(/#.*$/gm, '').matchAll(executable)].map(([, name = '']) => name);
  return names
    .filter((name) => /test/i.test(name))
    .map((name) => `./${['build', folder, name].filter(Boolean).join('/')}`);
}
