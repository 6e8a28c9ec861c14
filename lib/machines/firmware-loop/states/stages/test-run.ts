import { iterationFact } from '../../facts.ts';
import { troubled } from '../../recovery/trouble.ts';
import { spendBoard } from '../../spending.ts';
import { type Edge, type Node, type OutputOf, work } from '../../wiring.ts';
import { type Place, recovery } from './place.ts';

/** Runs the tests; failing ones are an ordinary end. */
export function testRun({ within, next }: Place): Node {
  const path = within === '' ? 'TEST_RUN' : `${within}.TEST_RUN`;
  const used: Edge<OutputOf<'run-tests'>>['record'] = (context, { durationMs, boardMinutes, ended }) =>
    iterationFact(context, {
      tests: { attempt: context.attempt, duration_ms: durationMs, board_minutes: boardMinutes, ended },
    });
  return work('run-tests', {
    path,
    input: ({ iteration, attempt, built }) => ({ iteration, attempt, buildId: built?.buildId ?? 'none' }),
    done: [
      {
        when: (_, { ended }) => ended === 'timeout',
        to: recovery,
        label: 'hung',
        because: (_, { hungTest, reason }) => `the tests hung${hungTest === null ? '' : ` in ${hungTest}`}: ${reason}`,
        change: (context, { boardMinutes, hungTest, reason }) => ({
          ...spendBoard(context, boardMinutes),
          ...troubled('TIMEOUT', path, hungTest === null ? reason : `${hungTest} hung: ${reason}`),
        }),
        record: used,
      },
      {
        when: (_, { ended }) => ended === 'crashed',
        to: recovery,
        label: 'runner crashed',
        because: (_, { reason }) => `the test runner broke down, which says nothing of the firmware: ${reason}`,
        change: (context, { boardMinutes, reason }) => ({
          ...spendBoard(context, boardMinutes),
          ...troubled('TEST_ENV_FAILURE', path, reason),
        }),
        record: used,
      },
      {
        to: next,
        label: 'finished',
        because: (_, { reason }) => `the tests have run: ${reason}`,
        change: (context, { boardMinutes }) => spendBoard(context, boardMinutes),
        record: used,
      },
    ],
  });
}
