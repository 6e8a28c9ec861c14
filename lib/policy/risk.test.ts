import { describe, expect, test } from 'vitest';
import type { PolicyFacts } from './policy.ts';
import { change } from './testing/diffs.ts';
import { judge as check } from './testing/judge.ts';

describe('risk', () => {
  const risk = (text: string, given: Partial<PolicyFacts> = {}) => check(text, {}, given).risk;

  test('grows with the number of dangerous constructs, and names them', () => {
    const one = risk(change('a.c', [], ['system("x");']));
    const two = risk(change('a.c', [], ['system("x");', '#pragma GCC diagnostic ignored "-W"']));
    expect(two.score).toBeGreaterThan(one.score);
    expect(two.parts.find(({ name }) => name === 'constructs')?.because).toBe('shell-call, silenced-diagnostics');
  });

  test('of a file that starts the device is lower with a confident analysis', () => {
    const text = change('startup.s', ['a'], ['b']);
    expect(risk(text, { confidence: 0.9 }).score).toBeLessThan(risk(text, { confidence: 0.4 }).score);
  });

  test('is the sum of its parts and at most 1', () => {
    const lines = Array.from({ length: 400 }, () => 'system("x"); strcpy(a, b); asm("nop");');
    const { score, parts } = risk(change('boot/startup.c', [], lines), { confidence: 0 });
    expect(score).toBe(1);
    expect(parts.reduce((sum, { value, weight }) => sum + value * weight, 0)).toBeGreaterThan(1);
  });
});
