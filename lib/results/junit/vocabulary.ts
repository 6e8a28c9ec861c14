/** Every element of the JUnit family that carries meaning here; another tag is text that was not escaped, or of no use. */
export const junitElements: ReadonlySet<string> = new Set([
  'testsuites',
  'testsuite',
  'testcase',
  'failure',
  'error',
  'skipped',
  'rerunFailure',
  'rerunError',
  'flakyFailure',
  'flakyError',
  'stackTrace',
  'properties',
  'property',
  'system-out',
  'system-err',
]);

/** The children that decide a test's status, and Surefire's earlier attempts. */
export const verdictElements = {
  failure: { status: 'failed', isEarlier: false },
  error: { status: 'error', isEarlier: false },
  skipped: { status: 'skipped', isEarlier: false },
  rerunFailure: { status: 'failed', isEarlier: true },
  rerunError: { status: 'error', isEarlier: true },
  flakyFailure: { status: 'failed', isEarlier: true },
  flakyError: { status: 'error', isEarlier: true },
} as const;

export type VerdictElement = keyof typeof verdictElements;

export function isVerdictElement(name: string): name is VerdictElement {
  return Object.hasOwn(verdictElements, name);
}
