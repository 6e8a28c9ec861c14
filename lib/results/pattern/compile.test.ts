import { describe, expect, it } from 'vitest';
import { DomainError } from '../../errors.ts';
import { parse } from '../testing/fixture.ts';
import { compilePattern } from './compile.ts';

function refusal(source: string): DomainError {
  try {
    compilePattern(source, ['name', 'status']);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`"${source}" was accepted`);
}

describe('compilePattern', () => {
  it.each([
    ['a bracket that is not closed', '(?<name>a)b(c', 'character 12'],
    ['a repetition of a repetition mark', '(?<name>a)+*', 'character 12'],
    ['a repetition of nothing', '*a', 'character 1'],
    ['a nested repetition', '(?<name>(?<status>x)(a+)+)', 'character 21'],
    ['a missing group', '(?<name>a)', 'no group "status"'],
  ])('refuses %s with its place', (_, source, says) => {
    const error = refusal(source);
    expect(error.code).toBe('BAD_INPUT');
    expect(error.message).toContain(says);
    expect(error.next).toBeTruthy();
  });

  it('accepts an ordinary expression', () => {
    expect(compilePattern('^(?<name>\\w+(?: \\w+)*): (?<status>ok|fail)$', ['name', 'status']).test('a b: ok')).toBe(
      true,
    );
  });
});

describe('the pattern format', () => {
  it('gives a result whose name is empty a name that can be shown', () => {
    const results = parse('pattern', { pattern: '^(?:(?<name>\\w+) )?(?<status>ok|fail)$' }, 'a ok\nfail\n');
    expect(results.cases.map(({ key }) => key)).toEqual(['a', '(without a name)']);
  });

  it('does not apply an expression to a very long line', () => {
    const results = parse('pattern', { pattern: '(?<name>a).*(?<status>ok)' }, `a${'.'.repeat(5000)}ok\na ok\n`);
    expect(results.cases).toHaveLength(1);
    expect(results.warnings[0]?.text).toContain('the pattern was not applied');
  });
});
