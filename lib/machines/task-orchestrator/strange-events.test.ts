import { describe, expect, test } from 'vitest';
import { taskOrchestratorEvents } from './events.ts';
import { everyState, yes } from './testing/cases.ts';
import { outline, tell } from './testing/script.ts';

describe('what the table does not hold', () => {
  const taken: Readonly<Record<string, readonly string[]>> = {
    IDLE: ['USER_MESSAGE', 'CANCEL'],
    'CLARIFYING.OPEN': ['CLARIFICATION_ANSWER', 'TIMEOUT', 'CANCEL'],
    'AWAITING_CONFIRMATION.OPEN': ['CONFIRM', 'UNDO', 'PLAN_EDITED', 'TIMEOUT', 'CANCEL'],
    SUMMARIZING: [],
    DONE: [],
  };
  const outside = Object.keys(taskOrchestratorEvents).filter((type) => !type.startsWith('control.'));
  const pairs = everyState().flatMap(([state, run]) => outside.map((type) => [state, type, run] as const));
  test.each(pairs)('%s and %s', (state, type, run) => {
    const event = { ...yes, text: 'x', plan: outline as never, type };
    const { fate, run: after } = tell(run, event);
    const isTaken = (taken[state] ?? ['CANCEL']).includes(type);
    expect(fate).toBe(isTaken ? 'applied' : 'refused');
    if (!isTaken) expect(after).toBe(run);
  });
});

/** A run in each state that stands still or works. */
