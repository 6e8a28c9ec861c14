import type { Node } from '../../edges.ts';
import type { SessionContext } from '../context.ts';
import { completing, type Failure, oneMore, type SessionEdge, work } from '../edges.ts';
import { isSpent, tries } from '../words.ts';
import { lost } from './developing.ts';

/** Tried again, then rolled back; without a command for that it stays as it is, and the warning says so. */
const fails = <What>(why: (what: What) => string): readonly SessionEdge<What>[] => [
  {
    when: (context) => !isSpent('deploy', context),
    to: 'RUN',
    reenter: true,
    label: 'again',
    because: (context, what) => `${why(what)}: retry ${tries('deploy', context, 1)}`,
    change: (context) => oneMore('deploy', context),
  },
  {
    when: ({ settings }) => settings.rollBack,
    to: 'ROLL_BACK',
    label: 'deploy_fail',
    because: ({ settings }, what) => `${why(what)}, after ${settings.limits.retries.deploy} retries: rolled back`,
  },
  completing({
    label: 'deploy_fail',
    because: ({ settings }, what) =>
      `${why(what)}, after ${settings.limits.retries.deploy} retries, and there is no command to roll it back`,
    warning: (_, what) => `the deployment failed and was not rolled back: ${why(what)}`,
  }),
];

/** Brings what was committed to its target. A command that runs is not cut off: a message waits for its end. */
export const deploying: Node<SessionContext> = {
  id: 'DEPLOYING',
  initial: 'RUN',
  states: {
    RUN: work('deploy-work', {
      timeout: 'deploy time-out',
      input: ({ retries, tree }) => ({ what: 'deploy', attempt: retries.deploy + 1, tree }),
      done: [
        completing({
          when: (_, { ok }: { readonly ok: boolean; readonly summary: string }) => ok,
          label: 'deploy_success',
          because: (_, { summary }) => summary || 'deployed',
        }),
        ...fails<{ readonly summary: string }>(({ summary }) => summary || 'the deployment failed'),
      ],
      failed: fails<Failure>(lost),
    }),
    ROLL_BACK: work('deploy-work', {
      timeout: 'deploy time-out',
      input: ({ retries, tree }) => ({ what: 'roll-back', attempt: retries.deploy + 1, tree }),
      done: [
        completing({
          when: (_, { ok }: { readonly ok: boolean; readonly summary: string }) => ok,
          label: 'rolled back',
          because: (_, { summary }) => `the deployment failed; ${summary || 'rolled back'}`,
          warning: () => 'the deployment failed and was rolled back',
        }),
        completing({
          label: 'roll back failed',
          because: (_, { summary }) => `the deployment failed, and so did its roll back: ${summary || 'no reason'}`,
          warning: (_, { summary }) => `the deployment failed, and so did its roll back: ${summary || 'no reason'}`,
        }),
      ],
      failed: [
        completing<Failure>({
          label: 'roll back failed',
          because: (_, what) => `the deployment failed, and its roll back was cut off: ${lost(what)}`,
          warning: (_, what) => `the deployment failed, and its roll back was cut off: ${lost(what)}`,
        }),
      ],
    }),
  },
};
