import { counted } from '#lib/format/count.ts';
import type { Failure, Node } from '../../edges.ts';
import type { PrdContext } from '../context.ts';
import { ending, noting, on, type PrdEdge, triggered, work } from '../edges.ts';
import { mostTries } from '../tunables.ts';
import { because } from '../words.ts';

const again: readonly PrdEdge<Failure>[] = [
  {
    when: ({ tries }) => tries + 1 < mostTries,
    to: 'DRAFT',
    reenter: true,
    label: 'again',
    because: ({ tries }, { code, message }) =>
      `planning failed ${tries + 1} of ${mostTries} times (${code}): ${message}`,
    change: ({ tries }) => ({ tries: tries + 1 }),
  },
  ending('failed', {
    label: `${mostTries} failures`,
    because: (_, { code, message }) => `planning failed ${mostTries} times, the last time with ${code}: ${message}`,
  }),
];

/** Has the document written, or takes it over as somebody has edited it. */
export const planning: Node<PrdContext> = {
  id: 'PLANNING',
  initial: 'NOTE',
  on: on(
    'USER_CANCEL',
    triggered(
      'USER_CANCEL',
      ending('cancelled', { because: (_, { by, reason }) => `${by} cancels the planning${because(reason)}` }),
    ),
  ),
  states: {
    NOTE: noting('PLANNING', { to: 'DRAFT' }),
    DRAFT: work('draft-prd', {
      timeout: 'planning time-out',
      input: ({ modifications }) => ({ modifications }),
      done: [
        triggered('PRD_GENERATED', {
          to: '#CONFIRMING',
          because: (_, { title, tasks }) => `"${title}" with ${counted(tasks.length, 'task')}`,
          evidence: (_, { prdId }) => [{ kind: 'artifact', id: prdId, label: 'document' }],
          change: (_, prd) => ({ prd, statuses: prd.tasks.map(() => 'pending' as const), at: 0, tries: 0 }),
          record: [
            ({ prd, modifications }) => ({
              kind: 'prd',
              key: 'current',
              data: { prd_id: prd?.prdId ?? null, title: prd?.title ?? '', version: modifications + 1 },
            }),
          ],
        }),
      ],
      failed: again,
    }),
  },
};
