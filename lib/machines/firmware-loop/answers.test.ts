import { describe, expect, test } from 'vitest';
import { answer, fire } from '../testing/scripted.ts';
import { firmwareLoop } from './index.ts';
import { failing } from './testing/answered.ts';
import { answeredBeforeBuilds } from './testing/answered-before-builds.ts';
import { answeredFromBuildsOn } from './testing/answered-from-builds-on.ts';
import { ways } from './testing/ways.ts';

const answered = [...answeredBeforeBuilds, ...answeredFromBuildsOn];

describe('what an activity answers', () => {
  test.each(answered)('%s: %s', (state, _, given, next) => {
    const run = ways[state]();
    expect(run.state).toBe(state);
    expect(answer(firmwareLoop, run, () => given).state).toBe(next);
  });

  test('is answered in every state that starts an activity, and whatever it is, a failure leads on', () => {
    for (const [state, way] of Object.entries(ways)) {
      const run = way();
      if (run.pending.length === 0) continue;
      expect(
        answered.some(([row]) => row === state),
        state,
      ).toBe(true);
      const failed = answer(firmwareLoop, run, () => failing('UNHANDLED_EXCEPTION'));
      expect(failed.transitions.length, state).toBeGreaterThan(run.transitions.length);
      expect(failed.transitions.at(-1)?.reason, state).not.toBe('');
    }
  });

  test('too late is a time-out of the state, which goes to recovery or ends the run', () => {
    for (const [state, way] of Object.entries(ways)) {
      const run = way();
      if (run.pending.length === 0) continue;
      const late = fire(firmwareLoop, run, run.timers.find(({ id }) => id.includes('time-out'))?.id);
      const reason = late.transitions[run.transitions.length]?.reason;
      expect(reason, state).toMatch(/ took longer than its [0-9]+ s$/);
    }
  });
});
