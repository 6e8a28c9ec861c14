import { describe, expect, test } from 'vitest';
import { activityContracts, contractOf } from './registry.ts';

describe('the activities', () => {
  test.each(Object.entries(activityContracts))('%s is filed under its own name', (key, declared) => {
    expect(declared.name).toBe(key);
  });

  test.each(Object.values(activityContracts))('$name says what it does in one sentence and has a limit', (declared) => {
    expect(declared.does).toMatch(/^[A-Z].*\.$/);
    expect(declared.timeoutMs).toBeGreaterThan(0);
  });

  test('a name that is not known has no contract', () => {
    expect(contractOf('make-coffee')).toBeNull();
  });

  test('what asks an agent, flashes a board or uses a tool that changes something is never silently run again', () => {
    const once = Object.values(activityContracts).filter((declared) => !declared.idempotent);
    expect(once.map((declared) => declared.name).sort()).toEqual([
      'analyse-cause',
      'answer-for-person',
      'ask-generating',
      'ask-planning',
      'deploy',
      'deploy-work',
      'draft-commit',
      'draft-plan',
      'draft-prd',
      'draft-repair',
      'fix-task',
      'implement-task',
      'judge-session',
      'perform-action',
      'propose-patch',
      'refine-message',
      'stand-in-for-judge',
      'summarise-task',
      'take-in-request',
      'use-tool',
      'work-in-session',
    ]);
  });
});
