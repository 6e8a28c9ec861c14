import { iterationFact } from '../../facts.ts';
import { troubled } from '../../recovery/trouble.ts';
import { type Node, work } from '../../wiring.ts';
import { type Place, recovery } from './place.ts';

/** Brings the built image there; what was on the board is kept first. */
export function flashOrDeploy({ within, next }: Place): Node {
  const path = `${within}.FLASH_OR_DEPLOY`;
  return work('deploy', {
    path,
    input: ({ iteration, built }) => ({ iteration, buildId: built?.buildId ?? 'none' }),
    done: [
      {
        when: (_, output) => output.ok,
        to: next,
        label: 'deployed',
        because: (_, output) => `deployed: ${output.reason}`,
        record: (context, output) => iterationFact(context, { deploy: { ...output } }),
      },
      {
        to: recovery,
        label: 'not deployed',
        because: (_, output) => `the image could not be deployed: ${output.reason}`,
        change: (_, output) => troubled('TEST_ENV_FAILURE', path, output.reason),
      },
    ],
  });
}

/** Asks for signs of life before a test says anything about the firmware. */
export function healthCheck({ within, next }: Place): Node {
  const path = `${within}.HEALTH_CHECK`;
  return work('check-health', {
    path,
    input: ({ iteration }) => ({ iteration }),
    done: [
      {
        when: (_, output) => output.ok,
        to: next,
        label: 'healthy',
        because: (_, { checks }) => `the environment answers: ${checks} of ${checks} checks hold`,
        change: ({ attempt }) => ({ attempt: attempt + 1, hung: false }),
      },
      {
        to: recovery,
        label: 'unhealthy',
        because: (_, { checks, failed, reason }) => `${failed} of ${checks} health checks fail: ${reason}`,
        change: (_, { reason }) => troubled('TEST_ENV_FAILURE', path, reason),
      },
    ],
  });
}
