import type { Change } from '../../context.ts';
import { troubled } from '../../recovery/trouble.ts';
import { due, type Node, type OutputOf, on, work } from '../../wiring.ts';
import { type Place, recovery } from './place.ts';

/** Takes the place to test in, and waits in the queue for a board. */
export function resourceAlloc({ within, next }: Place): Node {
  const path = `${within}.RESOURCE_ALLOC`;
  const envFailure = (what: string): Change => troubled('TEST_ENV_FAILURE', path, what);
  return {
    initial: 'REQUEST',
    states: {
      REQUEST: work('allocate-environment', {
        path,
        input: ({ iteration, avoid }) => ({ iteration, avoid: [...avoid] }),
        done: [
          {
            when: (_, output) => output.outcome === 'queued',
            to: 'QUEUED',
            label: 'queued',
            because: ({ settings }, output) => `every board for ${settings.environment} is busy: ${output.reason}`,
            change: (_, output) => ({ reservation: output.outcome === 'queued' ? output.reservationId : null }),
          },
          {
            when: (_, output) => output.outcome === 'unavailable',
            to: recovery,
            label: 'unavailable',
            because: ({ settings }, output) => `no place to test on ${settings.environment}: ${output.reason}`,
            change: (_, output) => envFailure(output.reason),
          },
          {
            to: next,
            label: 'granted',
            because: ({ settings }, output) =>
              `${settings.environment} is ours${boardIn(output) === null ? '' : `: board ${boardIn(output)}`}`,
            change: (_, output) => ({ board: boardIn(output), reservation: null }),
          },
        ],
      }),
      QUEUED: {
        tags: ['waiting'],
        on: {
          ...on('board.granted', {
            when: ({ reservation }, event) => event.reservationId === reservation,
            to: next,
            because: (_, { board }) => `the queue has come to us${board === null ? '' : `: board ${board}`}`,
            change: (_, { board }) => ({ board, reservation: null }),
          }),
          ...on('board.refused', {
            when: ({ reservation }, event) => event.reservationId === reservation,
            to: recovery,
            because: (_, { reason }) => `the reservation was withdrawn: ${reason}`,
            change: (_, { reason }) => ({ ...envFailure(reason), reservation: null }),
          }),
        },
        after: due('board wait', {
          to: recovery,
          label: 'waited too long',
          because: ({ settings }) => `no board was free within ${settings.limits.board_wait_minutes} minutes`,
          change: ({ settings }) => ({
            ...envFailure(`no board within ${settings.limits.board_wait_minutes} minutes`),
            reservation: null,
          }),
        }),
      },
    },
  };
}

function boardIn(output: OutputOf<'allocate-environment'>): string | null {
  return output.outcome === 'granted' ? output.board : null;
}
