/** One step of the identity rule: what changes from run to run without meaning another test. */
export interface IdentityRule {
  name: string;
  /** A regular expression as text, so that a project can edit the list; applied globally, in any case. */
  pattern: string;
  becomes: string;
}

/** Applied in this order to suite and name. A register number such as `0x40` is a parameter, not an address. */
export const identityRules: readonly IdentityRule[] = [
  { name: 'uuid', pattern: '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}', becomes: '<uuid>' },
  { name: 'address', pattern: '\\b0x[0-9a-f]{6,16}\\b', becomes: '<address>' },
  {
    name: 'date and time',
    pattern: '\\b\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?',
    becomes: '<time>',
  },
  { name: 'date', pattern: '\\b\\d{4}-\\d\\d-\\d\\d\\b', becomes: '<date>' },
  {
    name: 'temporary path',
    pattern: '(?:/private)?(?:/var)?/(?:tmp|folders)/[^\\s\\]\\),;\'"]+',
    becomes: '<tmp>',
  },
  {
    name: 'temporary path of Windows',
    pattern: '[a-z]:\\\\[^\\s\\]\\),;\'"]*\\\\te?mp\\\\[^\\s\\]\\),;\'"]+',
    becomes: '<tmp>',
  },
];

/**
 * Gives a test its key: `suite::name` with what changes between runs replaced by a fixed word.
 * Two tests of one file that get the same key are told apart by the collector.
 */
export function createIdentity(
  rules: readonly IdentityRule[] = identityRules,
): (suite: string, name: string) => string {
  const steps = rules.map((rule) => ({ expression: new RegExp(rule.pattern, 'gi'), becomes: rule.becomes }));
  const normalise = (text: string): string =>
    steps.reduce((result, step) => result.replace(step.expression, step.becomes), text).trim();
  return (suite, name) => (suite === '' ? normalise(name) : `${normalise(suite)}::${normalise(name)}`);
}
