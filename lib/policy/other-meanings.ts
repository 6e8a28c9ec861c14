import type { ChangedLine } from './changed-lines.ts';
import { takeOne } from './take-one.ts';

/** Properties with which CTest and Meson leave a test out or take something else for passing, each with its value. */
const properties: readonly RegExp[] = [
  /\b(?:DISABLED|WILL_FAIL)\s+"?(?:(?:TRUE|True|true|ON|On|on|YES|Yes|yes|Y|[1-9]\d*)\b|\$\{\w*)|\bWILL_FAIL\s*$/g,
  /\b(?:PASS|SKIP)_REGULAR_EXPRESSION\s*(?:"(?:\\.|[^"\\])*"?|[^\s)]*)/g,
  /\bSKIP_RETURN_CODE\s*[^\s)]*/g,
  /\bCTEST_CUSTOM_(?:(?:TESTS|MEMCHECK)_IGNORE|(?:PRE|POST)_TEST)\b.*/g,
  /\bshould_fail\s*:\s*(?!false\b)\w+/g,
];

/** What a test's program is given to instead of being run itself. */
const starter =
  /(?:^\s*|\bset\s*\(\s*|-D\s*|\bPROPERT(?:Y|IES)\b.*?\s)(?:CMAKE_)?(?:CROSSCOMPILING_EMULATOR|TEST_LAUNCHER)\b(?::\w+)?[\s=]*"?(?<program>[^\s";)]*)|\bexe_wrapper['"]?\s*[:=]\s*\[?\s*(?:find_program\(\s*)?['"]?(?<wrapper>[^'",\]\s)]*)/g;

/** Programs that really run what they are given: of the system by their names, or in a variable that is named after one. */
const emulator =
  /^(?:(?:\/usr(?:\/local)?)?\/bin\/)?(?:qemu-[\w-]+|renode|simavr|spike|wine(?:64)?|valgrind)$|^\$\{\w*(?:QEMU|EMULATOR|RENODE|SIMAVR|SPIKE|WINE|VALGRIND)\w*\}$/;

/** The added lines that bring a property of a test which the removed ones did not give to that test. */
export function otherMeanings(lines: readonly ChangedLine[]): ChangedLine[] {
  const before = lines.filter(({ kind }) => kind === 'delete').flatMap(meaningsOf);
  return lines.filter(
    (line) => line.kind === 'add' && meaningsOf(line).filter((meaning) => !takeOne(before, meaning)).length > 0,
  );
}

function meaningsOf({ text }: ChangedLine): string[] {
  const code = text.replace(/(?:^|\s)#.*$/, '').trimEnd();
  const test = /^(.*?)\bPROPERT(?:Y|IES)\b|\btest\s*\(\s*'([^']*)'/.exec(code);
  const found = properties.flatMap((property) => code.match(property) ?? []);
  const started = [...code.matchAll(starter)].filter(
    ({ groups }) => !emulator.test(groups?.program ?? groups?.wrapper ?? ''),
  );
  const name = test?.[1] ?? test?.[2] ?? '';
  return [...found, ...started.map(([all]) => all)].map((meaning) => `${name} ${meaning}`.replace(/\s+/g, ' ').trim());
}
