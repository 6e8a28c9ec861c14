/** Constructs in changed lines that a reviewer would stop at; `constructs.ts` says what each looks for. */
export const constructRules = [
  'shell-call',
  'unsafe-call',
  'inline-assembly',
  'silenced-diagnostics',
  'optimisation-attribute',
  'silenced-warnings',
  'volatile-removed',
  'assertion-removed',
  'disabled-code',
  'hidden-characters',
  'test-macro-redefined',
  'standard-redefined',
  'build-type',
  'test-launcher',
  'hidden-entry',
  'early-exit',
  'forged-test-output',
  'test-only-code',
  'constant-condition',
  'emptied-function',
  'unreachable-code',
  'swallowed-exception',
] as const;
export type ConstructRule = (typeof constructRules)[number];

/** Rules whose severity a project may change in `policy.rules`. */
export const adjustableRules = [
  'mode-change',
  'critical-file',
  'long-line',
  'line-endings',
  ...constructRules,
] as const;
export type AdjustableRule = (typeof adjustableRules)[number];

/** Rules that hold for every project: they protect the tree, the machine and the meaning of a passing test. */
export type FixedRule =
  | 'unreadable-diff'
  | 'path-outside'
  | 'path-characters'
  | 'git-folder'
  | 'symbolic-link'
  | 'submodule'
  | 'binary-file'
  | 'path-not-allowed'
  | 'path-forbidden'
  | 'protected-path'
  | 'test-deleted'
  | 'test-weakened'
  | 'too-many-files'
  | 'too-many-lines'
  | 'secret-shown'
  | 'risk-above-limit';

export type PolicyRule = FixedRule | AdjustableRule;

/** `refuse` stops the patch, `risk` adds to its score, `note` is only shown. */
export type Severity = 'refuse' | 'risk' | 'note';
