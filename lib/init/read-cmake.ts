import type { BuildOffer, ProjectFacts } from './facts.ts';

const executable = /add_executable\s*\(\s*"?([\w.+-]+)/gi;
const testOption = /option\s*\(\s*(\w*TEST\w*)\s+(?:"[^"]*"|\w+)\s+"?(?:OFF|FALSE|NO|0)\b/gi;

/** What CMake offers: CTest where it has tests, else the programs that are named like tests. Null without a CMakeLists.txt at the top. */
export function readCmake({ buildFiles }: ProjectFacts): BuildOffer | null {
  const top = buildFiles['CMakeLists.txt'];
  if (top === undefined) return null;
  const lists = Object.entries(buildFiles).filter(([path]) => /(?:^|\/)CMakeLists\.txt$/.test(path));
  const texts = lists.map(([, text]) => text.replaceAll(/#.*$/gm, '')).join('\n');
  const options = [...texts.matchAll(testOption)].map(([, name = '']) => name);
  const hasTests = /\b(?:add_test|gtest_discover_tests|catch_discover_tests)\s*\(/i.test(texts);
  const switches = options.map((name) => ` -D${name}=ON`).join('');
  return {
    system: 'cmake',
    builds: [`cmake -S . -B build${switches} && cmake --build build -j2`],
    tests: hasTests ? ['ctest --test-dir build --output-on-failure'] : lists.flatMap(testProgramsOf),
    clean: 'cmake --build build --target clean',
    requires: ['cmake', 'cc', ...(/project\s*\([^)]*\bCXX\b/i.test(top) ? ['c++'] : [])],
    junit: null,
    notes: options.length > 0 ? [`The tests are switched on with ${options.join(', ')}.`] : [],
  };
}

/** CMake leaves a program in the build folder's copy of the folder that describes it. */
function testProgramsOf([path, text]: readonly [string, string]): string[] {
  const folder = path.replace(/\/?CMakeLists\.txt$/, '');
  const names = [...text.replaceAll(/#.*$/gm, '').matchAll(executable)].map(([, name = '']) => name);
  return names
    .filter((name) => /test/i.test(name))
    .map((name) => `./${['build', folder, name].filter(Boolean).join('/')}`);
}
