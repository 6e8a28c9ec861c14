import type { Language } from './languages.ts';
import type { ConstructRule, Severity } from './rules.ts';
import { COMPARED, STANDARD, TEST_MACRO, TOTALS } from './test-words.ts';

/** How a construct shows: in an added line, or as one that is there more or less often than before. */
export interface Sign {
  readonly in: readonly Language[];
  readonly change: 'added' | 'more' | 'fewer';
  /** `code` ignores comments and strings, `strings` all else, `text` nothing. */
  readonly reads: 'code' | 'strings' | 'text';
  readonly pattern: RegExp;
}

export interface Construct {
  readonly severity: Severity;
  /** What it adds to the risk, 0 to 1, while its severity is `risk`. */
  readonly weight: number;
  readonly because: string;
  /** How it shows in changed lines; none for what only the syntax of the whole file shows (`syntax/syntax-signs.ts`). */
  readonly signs: readonly Sign[];
}

const added = (language: Language, pattern: RegExp): Sign => ({
  in: [language],
  change: 'added',
  reads: 'code',
  pattern,
});
const addedText = (language: Language, pattern: RegExp): Sign => ({ ...added(language, pattern), reads: 'text' });
const addedString = (pattern: RegExp): Sign => ({ ...added('c', pattern), reads: 'strings' });
const moreText = (language: Language, pattern: RegExp): Sign => ({ ...addedText(language, pattern), change: 'more' });
const fewer = (language: Language, pattern: RegExp): Sign => ({ ...added(language, pattern), change: 'fewer' });

/** Every construct that is looked for, with the reason that a person reads. */
export const constructs = {
  'shell-call': {
    severity: 'risk',
    weight: 0.5,
    because: 'starts another program',
    signs: [
      added('c', /\b(?:system|popen|fork|execl[ep]?|execv[ep]?e?|posix_spawnp?)\s*\(/),
      addedText('build', /\$\(shell\b|\bexecute_process\s*\(|\b(?:curl|wget)\s|\beval\b/),
    ],
  },
  'unsafe-call': {
    severity: 'risk',
    weight: 0.2,
    because: 'writes to memory without knowing its size',
    signs: [added('c', /\b(?:gets|strcpy|strcat|sprintf|vsprintf|alloca)\s*\(/)],
  },
  'inline-assembly': {
    severity: 'risk',
    weight: 0.35,
    because: 'inline assembly is not checked by the compiler',
    signs: [added('c', /\b(?:__asm__|__asm|asm)\b\s*(?:(?:volatile|__volatile__|goto|inline)\s*)*[({]/)],
  },
  'silenced-diagnostics': {
    severity: 'risk',
    weight: 0.4,
    because: 'hides a diagnostic instead of mending its cause',
    signs: [
      addedText(
        'c',
        /\bdiagnostic\s+ignored\b|#\s*pragma\s+warning\s*\(\s*disable|\bNOLINT|cppcheck-suppress|\bcoverity\[/,
      ),
    ],
  },
  'optimisation-attribute': {
    severity: 'risk',
    weight: 0.3,
    because: 'changes how one function is compiled',
    signs: [
      added(
        'c',
        /\b__attribute__\s*\(\(.*\b_*(?:optimize|no_sanitize\w*)|#\s*pragma\s+(?:GCC\s+)?(?:optimize|O[0-3s])\b/,
      ),
    ],
  },
  'silenced-warnings': {
    severity: 'risk',
    weight: 0.5,
    because: 'turns compiler warnings off',
    signs: [
      addedText('build', /(?:^|[\s="'])-w(?=$|[\s"'])|-Wno-[\w-]+|-fpermissive\b/),
      { ...fewer('build', /-W(?:all|extra|error|pedantic)\b/), reads: 'text' },
    ],
  },
  'volatile-removed': {
    severity: 'risk',
    weight: 0.4,
    because: 'without `volatile` the compiler may leave out accesses to hardware',
    signs: [fewer('c', /\bvolatile\b/)],
  },
  'assertion-removed': {
    severity: 'risk',
    weight: 0.35,
    because: 'a check that guarded the code is gone',
    signs: [
      fewer('c', /\b(?:assert|static_assert|_Static_assert|configASSERT|__ASSERT\w*|BUG_ON|WARN_ON|BUILD_ASSERT)\s*\(/),
    ],
  },
  'disabled-code': {
    severity: 'risk',
    weight: 0.2,
    because: 'code is switched off instead of removed',
    signs: [added('c', /^\s*#\s*(?:el)?if\s+(?:0|false)\b/)],
  },
  'hidden-characters': {
    severity: 'refuse',
    weight: 1,
    because: 'invisible, control or direction-changing characters make code read differently from what it does',
    signs: [
      {
        in: ['c', 'build', 'other'],
        change: 'added',
        reads: 'text',
        // Bytes of other encodings (U+0080 to U+00FF), the end of a line of Windows and a mark at the beginning of a file are none.
        pattern:
          /(?![\t\f\r\u0080-\u009f])\p{Cc}|\r(?!$)|[\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f]|(?!^)\ufeff|[\u{e0000}-\u{e007f}]/u,
      },
    ],
  },
  'test-macro-redefined': {
    severity: 'refuse',
    weight: 1,
    because: 'redefines what the tests check with',
    signs: [
      added('c', new RegExp(String.raw`^\s*#\s*(?:define|undef)\s+(?:${TEST_MACRO}|${COMPARED})\b`)),
      added('c', /^\s*#\s*define\s+NDEBUG\b/),
      added('c', /\b(?:Unity[A-Z]\w+|tap_\w+|CU_(?:assert|add|run|basic|automated|get)\w+)\s*\([^;]*\)\s*\{/),
      addedText('build', new RegExp(String.raw`-[DU]\s*(?:${TEST_MACRO}|${COMPARED})\b`)),
      // Each of these switches `assert` off.
      moreText(
        'build',
        /-D\s*NDEBUG\b|_compile_definitions\s*\([^)]*\bNDEBUG\b|\bset\s*\(\s*CMAKE_BUILD_TYPE\s+"?Rel(?:ease|WithDebInfo)\b|\bb_ndebug=(?:true|if-release)\b/i,
      ),
    ],
  },
  'standard-redefined': {
    severity: 'risk',
    weight: 0.5,
    because: 'redefines what programs, those of tests too, begin, print or abort with',
    signs: [
      added('c', new RegExp(String.raw`^\s*#\s*(?:define|undef)\s+${STANDARD}\b`)),
      addedText('build', new RegExp(String.raw`-[DU]\s*${STANDARD}\b`)),
    ],
  },
  'build-type': {
    severity: 'risk',
    // Just below what is refused alone: images are built so, and tests with plain `assert` lose it.
    weight: 0.7,
    because: 'makes the image small, and may switch assertions of tests off',
    signs: [moreText('build', /\bset\s*\(\s*CMAKE_BUILD_TYPE\s+"?MinSizeRel\b|\bbuildtype=(?:release|minsize)\b/i)],
  },
  'test-launcher': {
    severity: 'risk',
    weight: 0.4,
    because: 'decides which program runs the tests',
    signs: [
      moreText('build', /(?<!\$\{(?:CMAKE_)?)\b(?:CMAKE_)?(?:CROSSCOMPILING_EMULATOR|TEST_LAUNCHER)\b|\bexe_wrapper\b/),
    ],
  },
  'hidden-entry': {
    severity: 'refuse',
    weight: 1,
    because: 'runs or links code that the program itself does not call',
    signs: [
      addedText(
        'c',
        /\b__attribute__\s*\(\(.*\b_*(?:constructor|destructor)|\b(?:atexit|on_exit)\s*\(|\.(?:init|fini)_array/,
      ),
      addedText('build', /-Wl,--(?:wrap|defsym)|\bLD_PRELOAD\b|\s-include\s/),
    ],
  },
  'early-exit': {
    severity: 'refuse',
    weight: 1,
    because: 'ends the program early, so that tests that did not run look passed',
    signs: [
      // Any use of `exit` but a label of that name, a member, and an end that admits failure.
      added('c', /(?<!goto\s|[.>])\bexit\b(?!\s*(?::(?!:)|\(\s*(?:EXIT_FAILURE|[1-9])))/),
      added('c', /\b(?:_exit|_Exit|quick_exit)\b|\b(?:syscall|execl[ep]?|execv[ep]?e?)\s*\(/),
    ],
  },
  'forged-test-output': {
    severity: 'refuse',
    weight: 1,
    because: 'prints what only the tests may print',
    signs: [
      addedString(new RegExp(TOTALS)),
      addedText('build', new RegExp(String.raw`\b(?:echo|printf)\b.*(?:${TOTALS})`)),
      addedString(
        /"[^"]*(?::PASS\b|PROJECT EXECUTION SUCCESSFUL|TAP version|<testsuite|\[ +(?:OK|PASSED) +\])|"(?:[^"]*\\n)?(?:(?:not )?ok [\d%]|1\.\.[\d%])/,
      ),
      {
        in: ['build', 'other'],
        change: 'added',
        reads: 'text',
        pattern:
          /\b(?:echo|printf|print|puts)\b.*(?::PASS\b|\d Tests \d+ Failures|TAP version|<testsuite|\bok [\d%$]|\b1\.\.[\d$])/,
      },
    ],
  },
  'test-only-code': {
    severity: 'risk',
    weight: 0.5,
    because: 'behaves differently when it is tested',
    signs: [
      addedText(
        'c',
        /^\s*#\s*(?:el)?if(?:n?def)?\b.*\b(?:UNIT_?TESTS?|TESTING|TEST_BUILD|UNITY_\w+|GTEST\w*|CPPUTEST\w*)\b|\bgetenv\s*\(\s*"[^"]*TEST/,
      ),
    ],
  },
  'constant-condition': {
    severity: 'risk',
    weight: 0.35,
    because: 'a branch that is always, or never, taken',
    signs: [],
  },
  'emptied-function': {
    severity: 'risk',
    weight: 0.45,
    because: 'the function does nothing any more, or answers the same whatever it is given',
    signs: [],
  },
  'unreachable-code': {
    severity: 'risk',
    weight: 0.35,
    because: 'code that is never run any more',
    signs: [],
  },
  'swallowed-exception': {
    severity: 'risk',
    weight: 0.35,
    because: 'an error is caught and forgotten',
    signs: [],
  },
} as const satisfies Record<ConstructRule, Construct>;
