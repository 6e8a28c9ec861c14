import { type Matcher, matcherOf, withFolders } from './matcher.ts';
import type { Policy } from './policy.ts';

/** A kind of files that decides what a passing test means. */
export interface ProtectedGroup {
  /** For messages: "this is …". */
  readonly is: string;
  readonly patterns: readonly string[];
  /** A new file of this kind is harmless while it is taken out again before the tests run. */
  readonly mayBeAdded: boolean;
}

const SOURCES = '{c,cc,cpp,cxx,h,hh,hpp,py,rs,robot,sh}';

/** Names in which a capital letter begins the word: without case they would be those of `latest.c` and `attest.c`. */
const camelCased = '**/*{Test,Tests}.{c,cc,cpp,cxx,h,hh,hpp}';

/** Test sources and what belongs to them. */
export const testPatterns: readonly string[] = [
  '**/test/**',
  '**/tests/**',
  '**/unittest/**',
  '**/unittests/**',
  '**/unit_test/**',
  '**/unit_tests/**',
  `**/{test,tests,unittest,unittests,testsuite}.${SOURCES}`,
  `**/{test,tests,unit_test,unittest}{_,-}*.${SOURCES}`,
  `**/*{_,-}{test,tests,unittest,unittests}.${SOURCES}`,
  camelCased,
  '**/*.robot',
];

/** What is protected when a project does not list it itself. */
const detectedGroups: readonly ProtectedGroup[] = [
  { is: 'a test', patterns: testPatterns, mayBeAdded: true },
  {
    is: 'a list of tests',
    patterns: [
      '**/test*.mk',
      '**/test*.cmake',
      '**/CTest{Testfile,Config}.cmake',
      '**/CTestCustom.{cmake,ctest}',
      '**/testcase.yaml',
    ],
    mayBeAdded: false,
  },
  {
    is: 'an expected output',
    patterns: ['**/expected/**', '**/golden/**', '**/*.expected', '**/*.golden'],
    mayBeAdded: false,
  },
  {
    is: 'a file of the pipeline',
    patterns: [
      '.github/**',
      '.gitlab-ci.yml',
      '.gitlab/**',
      '.circleci/**',
      '.travis.yml',
      'azure-pipelines.yml',
      'bitbucket-pipelines.yml',
      '.ci/**',
      '**/Jenkinsfile',
    ],
    mayBeAdded: false,
  },
  {
    is: 'a setting of the loop or of git',
    patterns: ['firmloop.yaml', '.firmloop/**', '**/.gitattributes', '.gitmodules'],
    mayBeAdded: false,
  },
];

/** The protected groups of a project; `firmloop.yaml` is one whatever the project lists. */
export function protectedGroups(policy: Pick<Policy, 'protect'>): readonly ProtectedGroup[] {
  if (policy.protect === undefined) return detectedGroups;
  return [
    {
      is: 'protected in `firmloop.yaml`',
      patterns: withFolders([...policy.protect, 'firmloop.yaml']),
      mayBeAdded: false,
    },
  ];
}

/**
 * Whether a path fits one of the patterns of what is protected. Case does not matter, since some file systems do not tell
 * `Tests` from `tests`, but where it is all that tells a test.
 */
export function protectedMatcher(patterns: readonly string[]): Matcher {
  const byCase = new Set(withFolders([camelCased]));
  const fitsExactly = matcherOf(patterns.filter((pattern) => byCase.has(pattern)));
  const fits = matcherOf(
    patterns.filter((pattern) => !byCase.has(pattern)),
    { nocase: true },
  );
  return (path) => fits(path) || fitsExactly(path);
}
